import { parser } from '@prometheus-io/lezer-promql'

/** The metrics of a PromQL expression, and the labels that it reads. Throws if the expression is invalid. */
export function parsePromql(expression: string): { metrics: string[]; labels: string[] } {
  const metrics: string[] = []
  const labels: string[] = []
  parser.parse(expression).iterate({
    enter({ name, from, to, type }) {
      const text = expression.slice(from, to)
      if (type.isError) throw new Error(`invalid PromQL at ${from}: ${expression}`)
      if (name === 'VectorSelector') metrics.push(/^[\w:]+/.exec(text)?.[0] ?? text)
      if (name === 'LabelName') labels.push(text)
    },
  })
  return { metrics, labels }
}
