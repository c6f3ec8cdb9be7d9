import { type ModelCard, type NameRule, nameRules } from '@sluice/contract/catalogue'
import type { ModelFacts } from '@sluice/contract/model-facts'
import { namesOfText, writeItemsText } from '../../lib/catalogue-items.ts'
import type { EntryKind } from './entry-drawer.tsx'
import { blankFacts, buildFacts, buildFactsValues, type FactsValues } from './facts-values.ts'
import { createCard, readCard, updateCard } from './queries.ts'

export interface ModelValues extends FactsValues {
  model_name: string
  name_rule: NameRule
  /** Absent = by the model's name. */
  vendor_id: number | undefined
  description: string
  tags: string[]
  endpoints: string[]
  icon: string
  isOn: boolean
}

interface ModelWrite {
  model_name: string
  name_rule: NameRule
  vendor_id: number
  description: string
  tags: string
  endpoints: string
  icon: string
  status: 0 | 1
  facts: ModelFacts
}

/** The tags of a comma-separated text. */
export const splitTags = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

export const joinTags = (tags: readonly string[]): string => splitTags(tags.join(',')).join(',')

export const ruleNames = ['exact', 'prefix', 'contains', 'suffix'] as const
export const ruleName = (rule: NameRule) => ruleNames.find((name) => nameRules[name] === rule) ?? 'exact'

export const modelKind: EntryKind<ModelCard, ModelValues, ModelWrite> = {
  name: 'models',
  blank: {
    model_name: '',
    name_rule: nameRules.exact,
    vendor_id: undefined,
    description: '',
    tags: [],
    endpoints: [],
    icon: '',
    isOn: true,
    ...blankFacts,
  },
  nameOf: ({ model_name }) => model_name,
  read: readCard,
  buildValues: (row) => ({
    model_name: row.model_name,
    name_rule: row.name_rule,
    description: row.description,
    vendor_id: row.vendor_id === 0 ? undefined : row.vendor_id,
    tags: splitTags(row.tags),
    endpoints: namesOfText(row.endpoints),
    icon: row.icon,
    isOn: row.status === 1,
    ...buildFactsValues(row.facts),
  }),
  buildWrite: (values, row) => ({
    model_name: values.model_name.trim(),
    name_rule: values.name_rule,
    vendor_id: values.vendor_id ?? 0,
    description: values.description.trim(),
    tags: joinTags(values.tags),
    endpoints: writeItemsText(values.endpoints, row?.endpoints ?? ''),
    icon: values.icon.trim(),
    status: values.isOn ? 1 : 0,
    facts: buildFacts(values),
  }),
  create: createCard,
  update: updateCard,
}
