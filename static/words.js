// Chooses the language before anything is drawn: the one that was set here, else the browser's.
// English is in the programs; the catalogue of another language is fetched, once.
"use strict";
(() => {
  // mutariumFile gives the address of a file of the site: the build puts a hash into its name.
  const files = JSON.parse(document.getElementById("files").textContent);
  globalThis.mutariumFile = (name) => files[name] ?? name;

  const known = ["en", "de"];
  function kept() {
    try {
      return JSON.parse(localStorage.getItem("mutarium.layout")).Language;
    } catch {
      return "";
    }
  }

  let texts = new Map();
  // In the catalogue a line is a text in English, the next one, after a tab, the same in the other language.
  const read = (file) => new Map([...file.matchAll(/^([^\t\n].*)\n\t(.*)$/gm)].map(([, english, said]) => [english, said]));

  const words = globalThis.mutariumWords = {
    file: "", // the catalogue
    // use gives the language that could be had.
    async use(language) {
      let file = "";
      if (language !== "en") {
        try {
          const response = await fetch(mutariumFile(`words/${language}.txt`));
          if (!response.ok) throw new Error(response.status);
          file = await response.text();
        } catch {
          language = "en";
        }
      }
      words.file = file;
      texts = read(file);
      document.documentElement.lang = language;
      return language;
    },
    // say gives a text; holes has what stands in its braces.
    say: (english, holes = {}) =>
      (texts.get(english) ?? english).replace(/\{(\w+)\}/g, (hole, name) => holes[name] ?? hole),
  };

  const asked = [kept(), ...(navigator.languages || [navigator.language])].map((l) => String(l || "").slice(0, 2));
  const language = asked.find((l) => known.includes(l)) || "en";
  document.documentElement.lang = language;
  words.ready = words.use(language);
})();
