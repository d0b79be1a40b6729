import type { ShellWord } from './shell-words.ts';

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Words of sentences, not of command lines. Who means one as an argument puts it in quotes. */
const PROSE = words(`
  the this that these those there it its my our your their we i you everything anything nothing something everywhere
  is are was were be been being am isnt arent has have had does doesnt should must shall will would can cannot could may
  work works worked working pass passes passed passing fail fails failed failing succeed succeeds succeeded success
  successful successfully builds compiles exists returns prints exits starts runs improves becomes gets stays looks look
  seems feels behaves handles keeps shows renders responds accepts contains matches uses supports creates loads sends
  reports displays throws twice times updated fixed improved formatted removed added changed refactored documented
  implemented tested covered cleaned reduced increased optimised optimized renamed deleted migrated converted resolved
  and or but if when than then so because while until without with within of to for in on at by as from into about after
  before no not never still again always only any every each both more most less least above below over under
  good better best well nice nicely great fine ok okay bad worse fast faster quick quickly slow slower green red happy
  small smaller big bigger larger shorter easy easier new properly correctly perfectly cleanly completely fully correct
  perfect done finished complete completed readable pretty beautiful simple simpler robust stable secure
  errors warnings bugs issues problems`);

/** Programs whose names begin sentences. */
const ENGLISH = words(`
  find which watch sort head tail cut join split touch install link look file date who free more less expect script write
  read wait kill sleep clear reset start open yes top host last man info nice code check format lint build type run use say
  view tree patch strip size stat sum paste fold mount at batch units compare convert import display play service apply act
  serve pass zip fix set let add remove update improve create ensure keep do get see verify review refactor clean coverage
  tests login users groups mail id mix stack rush swift helm black hatch dart flutter tap karma cypress`);

export function isProse(word: string): boolean {
  return PROSE.has(word.toLowerCase().replace(/[.,!?:]+$|'/g, ''));
}

export function isEnglishWord(word: string): boolean {
  return ENGLISH.has(word.toLowerCase());
}

/** Something that only command lines have: a flag, a path, quotes, an assignment, a glob. */
export function isShellWord({ text, opaque }: ShellWord): boolean {
  return opaque || /^-|\/|\.\w|^\.{1,2}$|\*|=|\w:\w|^@/.test(text);
}

/** A word behind a flag (`-D warnings`) is the flag's value. */
export function hasProse(found: readonly ShellWord[]): boolean {
  return found.some(({ text, opaque }, n) => !opaque && isProse(text) && !/^--?\w/.test(found[n - 1]?.text ?? ''));
}
