import { layoutNames } from './layout.ts'
import type { ImportReport } from './run-import.ts'
import { agrees, type ComparedFigure } from './verify-import.ts'

/** Rows of a kind that the terminal shows. */
const shownMax = 10

/** The report for the terminal. */
export function buildReportText(report: ImportReport, { isDryRun }: { isDryRun: boolean }): string {
  const { layout, steps, notes, figures } = report
  const wrong = figures.filter((figure) => !agrees(figure))
  const verdict =
    wrong.length === 0
      ? 'Every count and sum agrees.'
      : `${wrong.length} figures differ. The source changed after it was first imported, or rows were left out above.`
  return [
    `${layoutNames[layout]}${isDryRun ? ': dry run, nothing was written' : ''}`,
    '',
    'Rows read',
    ...steps.map(({ name, rows, seconds }) => `  ${name}: ${rows}${seconds < 1 ? '' : ` in ${seconds} s`}`),
    ...(notes.length === 0 ? [] : ['', 'Left out or changed']),
    ...notes.flatMap(({ kind, count, examples }) => [
      `  ${kind}: ${count}`,
      ...examples.slice(0, shownMax).map((example) => `    ${example}`),
      ...(count > shownMax ? [`    and ${count - shownMax} more; --json lists them`] : []),
    ]),
    '',
    'Compared with the source',
    ...figures.map((figure) => `  ${agrees(figure) ? 'ok    ' : 'DIFFER'} ${figureText(figure)}`),
    '',
    verdict,
  ].join('\n')
}

const figureText = ({ name, source, here }: ComparedFigure): string =>
  source === here ? `${name}: ${here}` : `${name}: ${source} in the source, ${here} here`
