/** Print the functions of modules that have more lines than a limit: `node long_functions.mjs LIMIT FILE …`.
 *
 * The lines of functions inside do not count: a part of the page is a function that returns others.
 */

import { readFileSync } from "node:fs";
import ts from "typescript";

const [limit, ...files] = process.argv.slice(2);

for (const file of files) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const lineAt = (place) => source.getLineAndCharacterOfPosition(place).line;
  const lines = (node) => lineAt(node.end) - lineAt(node.getStart()) + 1;

  /** Return how many lines inside a node belong to functions of their own. */
  function inside(node) {
    let found = 0;
    ts.forEachChild(node, (child) => {
      found += isLong(child) ? lines(child) : inside(child);
    });
    return found;
  }

  const isLong = (node) => ts.isFunctionLike(node) && node.body !== undefined && lines(node) > 1;

  function visit(node) {
    const own = isLong(node) ? lines(node) - inside(node) : 0;
    if (own > Number(limit)) console.log(`${file}: ${node.name?.getText() ?? "a function"} has ${own} lines`);
    ts.forEachChild(node, visit);
  }

  visit(source);
}
