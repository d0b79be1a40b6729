/** A GitHub Actions workflow command: `::error file=a.js,line=3,title=…::what happened`. */
export function workflowCommand(
  name: string,
  properties: Record<string, string | number | undefined>,
  text: string,
): string {
  const entries = Object.entries(properties).filter(([, value]) => value !== undefined);
  const list = entries.map(([key, value]) => `${key}=${property(String(value))}`).join(',');
  return `::${name}${list ? ` ${list}` : ''}::${data(text)}\n`;
}

/** Prevents GitHub Actions from reading output of agents and tests as commands. */
export function withoutCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, '$1: ').replaceAll('##[', '## [');
}

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
