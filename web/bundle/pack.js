// What a worker of the engine packs verdicts with. Speed counts more than the last byte.
import { deflateSync } from "fflate";

self.mutariumPack = (bytes) => deflateSync(bytes, { level: 1 }).slice(); // without the room behind it
