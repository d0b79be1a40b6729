// A stand-in for a coding agent: a real process that edits real files, and as fallible as the real thing. It half-fixes,
// breaks something, claims to be done without doing anything, and only then finds the rest.
import { readFileSync, writeFileSync } from 'node:fs';

const iteration = Number(process.env.JUMAR_ITERATION);
const prompt = readFileSync(0, 'utf8');

function edit(path, from, to) {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) return console.log(`nothing to change in ${path}`);
  writeFileSync(path, text.replace(from, to));
  console.log(`edited ${path}`);
}

console.log(`read a prompt of ${prompt.length} characters`);
switch (iteration) {
  case 1:
    console.log('The price parser drops trailing zeros. That should do it.');
    edit('src/price.js', 'Number(fraction)', "Number(fraction.padEnd(2, '0'))");
    break;
  case 2:
    console.log('Simplified the price parser while I was here. All tests pass now!');
    edit('src/price.js', 'Number(whole) * 100', 'Number(whole)');
    break;
  case 3:
    console.log('I reviewed the code and everything is done. Task complete.');
    break;
  default:
    console.log('The earlier attempts left two failures in the basket.');
    edit('src/basket.js', '{ article, quantity });', '{ article, quantity: line.quantity + quantity });');
    edit('src/basket.js', 'cents > 5000', 'cents >= 5000');
}
