// Asks the modules in the folder named on the command line the questions on standard input, one a line:
// the name of what index.js exports, and what to give it. Answers line by line.

import { readFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const engine = await import(pathToFileURL(`${process.argv[2]}/index.js`));
const answers = readFileSync(0, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => {
    const [name, given] = JSON.parse(line);
    return JSON.stringify(engine[name](given));
  });
const bytes = Buffer.from(answers.join("\n"));
for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent);
