type Write = (tex: string, place: HTMLElement, isDisplay: boolean) => void

/** Null = it is not loaded yet. Only an answer with a formula loads it. */
let write: Write | null = null

/** Sets the formulas below `root`. The source of each stays visible until the library is there. */
export function drawFormulas(root: HTMLElement): void {
  const places = [...root.querySelectorAll<HTMLElement>('[data-formula]')]
  if (places.length === 0) return
  if (write) {
    draw(places, write)
    return
  }
  import('./write-formula.ts').then(
    ({ writeFormula }) => {
      write = writeFormula
      draw(places, writeFormula)
    },
    () => {
      // The sources remain readable.
    },
  )
}

function draw(places: readonly HTMLElement[], writer: Write): void {
  for (const place of places) {
    const { formula } = place.dataset
    if (formula === undefined) continue
    // It is drawn once.
    delete place.dataset.formula
    writer(place.textContent, place, formula === 'display')
  }
}
