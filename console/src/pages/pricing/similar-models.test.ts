import { expect, test } from 'bun:test'
import { sampleRow } from '../../../test/sample-pricing-row.ts'
import { similarModels } from './similar-models.ts'

const chat = (name: string, model_ratio: number, more: Parameters<typeof sampleRow>[1] = {}) =>
  sampleRow(name, { quota_type: 0, model_ratio, completion_ratio: 4, supported_endpoint_types: ['openai'], ...more })
const speedOf = (model_name: string, avg_tps: number) =>
  [model_name, { model_name, avg_tps, avg_latency_ms: 1_000, success_rate: 100 }] as const
const namesOf = (rows: readonly { model_name: string }[]) => rows.map((row) => row.model_name)

const model = chat('own', 2, { abilities: ['tools'] })
const tools = { abilities: ['tools', 'reasoning'] as ('tools' | 'reasoning')[] }

test('cheaper models are those of the group with the same abilities, nearest in price first', () => {
  const rows = [
    model,
    chat('far', 0.1, tools),
    chat('near', 1, tools),
    chat('dear', 3, tools),
    chat('unable', 1),
    chat('elsewhere', 1, { ...tools, enable_groups: ['vip'] }),
    chat('vectors', 1, { ...tools, supported_endpoint_types: ['embeddings'] }),
    chat('unpriced', 0, { ...tools, is_priced: false }),
    sampleRow('picture', tools),
  ]
  expect(namesOf(similarModels(model, { rows, group: 'default', speeds: undefined }).cheaper)).toEqual(['near', 'far'])
})

test('faster models are measured ones, and none where the model itself is not measured', () => {
  const rows = [
    model,
    chat('quick', 3, tools),
    chat('quicker', 3, tools),
    chat('slow', 3, tools),
    chat('new', 3, tools),
  ]
  const others = [speedOf('quick', 60), speedOf('quicker', 90), speedOf('slow', 20)]
  const place = { rows, group: 'default' }
  const known = new Map([speedOf('own', 40), ...others])
  expect(namesOf(similarModels(model, { ...place, speeds: known }).faster)).toEqual(['quicker', 'quick'])
  expect(similarModels(model, { ...place, speeds: new Map(others) }).faster).toEqual([])
})
