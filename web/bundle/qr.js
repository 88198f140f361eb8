// Links as QR codes.
import { encode } from "uqr";

// paintQR paints a text on a canvas, a pixel a module, dark on light in every theme: cameras want it so.
export function paintQR(canvas, text) {
  const { data, size } = encode(text, { ecc: "L", border: 4 });
  canvas.width = canvas.height = size;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, size, size);
  pen.fillStyle = "black";
  data.forEach((row, y) => row.forEach((dark, x) => dark && pen.fillRect(x, y, 1, 1)));
}
