const PAIRS = { ')': '(', ']': '[', '}': '{' };

export function isBalanced(text) {
  const open = [];
  for (const sign of text) {
    if ('([{'.includes(sign)) open.push(sign);
    else if (sign in PAIRS && open.pop() !== PAIRS[sign]) return false;
  }
  return open.length === 0;
}
