export function encode(text) {
  let result = '';
  let count = 1;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === text[i + 1]) {
      count += 1;
    } else {
      result += `${count}${text[i]}`;
      count = 1;
    }
  }
  return result;
}
