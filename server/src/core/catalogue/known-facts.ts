import type { ModelFacts } from '@sluice/contract/model-facts'
import generated from './generated/model-facts.json' with { type: 'json' }

// TypeScript reads strings of JSON files as `string`, not as literal types. `npm run prices` writes the file in this
// shape.
const models = new Map(Object.entries(generated.models as Record<string, ModelFacts>))
const lowerCase = new Map([...models].map(([name, facts]) => [name.toLowerCase(), facts]))

const noFacts: ModelFacts = {}

/** A day, a month or `latest` at the end of a name: a release of the model before it. */
const release = /[-@](\d{8}|\d{4}-\d{2}-\d{2}|\d{4}|latest)$/

/** The facts of the public data set about a model; a dated release has those of its model. */
export function knownFactsOf(model: string): ModelFacts {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return lowerCase.get(name) ?? lowerCase.get(name.replace(release, '')) ?? noFacts
}
