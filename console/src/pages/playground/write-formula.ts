import katex from 'katex'
import 'katex/dist/katex-swap.min.css'

/**
 * Sets a formula that a model wrote. It can link to nothing and load nothing (`trust`), its macros cannot expand
 * without end, and no space or rule in it is larger than `maxSize` em. What it does not understand is shown as its
 * source.
 */
export function writeFormula(tex: string, place: HTMLElement, isDisplay: boolean): void {
  try {
    katex.render(tex, place, {
      displayMode: isDisplay,
      trust: false,
      strict: 'ignore',
      throwOnError: false,
      errorColor: 'currentColor',
      maxSize: 20,
      maxExpand: 200,
    })
  } catch {
    // Beyond its own errors of syntax, such as a nesting that is too deep.
    place.textContent = tex
  }
}
