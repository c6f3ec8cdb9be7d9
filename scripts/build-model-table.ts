// Writes the tables of docs/models.md: node scripts/with-bun.mjs scripts/build-model-table.ts
import { join } from 'node:path'
import type { ModelRow, ModelRules } from '../server/src/core/chat/model-rules.ts'
import { claudeModels, geminiModels, openaiModels } from '../server/src/core/chat/model-table.ts'
import { families } from '../server/src/providers/model-families.ts'
import { root } from './bun-path.mjs'
import { replacePart } from './replace-part.ts'

export const modelPage = join(root, 'docs/models.md')

/** `page` with the current tables. Throws when the page lacks the marks around them. */
export const withModelTables = (page: string): string =>
  replacePart(page, { name: 'models', script: 'scripts/build-model-table.ts', text: buildTables() })

/** `cell` returns null if the column does not apply to the model. */
type Column = readonly [head: string, cell: (rules: ModelRules) => string | null]

const offTexts = { taken: 'yes', between_tools: 'down to between tools', refused: 'no' }

const common: readonly Column[] = [
  ['thinking', describeThinking],
  ['can be switched off', ({ thinking }) => thinking && offTexts[thinking.off]],
  ['by default', ({ thinking }) => thinking && (thinking.isOnByDefault ? 'thinks' : 'does not think')],
  ['sampling', describeSampling],
]

const output: Column = ['output limit', ({ maxOutputTokens }) => maxOutputTokens?.toLocaleString('en') ?? 'not known']
const yesNo = (value: boolean) => (value ? 'yes' : 'no')

const makers: readonly { title: string; rows: readonly ModelRow[]; columns: readonly Column[] }[] = [
  {
    title: 'OpenAI',
    rows: openaiModels,
    columns: [
      ...common,
      [
        'functions while thinking',
        ({ thinking, takesToolsWhileThinking }) => thinking && (takesToolsWhileThinking ? 'yes' : 'in Responses'),
      ],
      output,
      ['field of the limit', ({ maxTokensField }) => `\`${maxTokensField}\``],
      ['instructions from', ({ systemRole }) => `\`${systemRole}\``],
    ],
  },
  {
    title: 'Claude',
    rows: claudeModels,
    columns: [
      ...common,
      ['forced tools', ({ forcedTools }) => forcedTools.replaceAll('_', ' ')],
      ['answer that the caller begins', ({ prefill }) => prefill.replaceAll('_', ' ')],
      output,
      ['default output limit', ({ defaultMaxOutputTokens }) => defaultMaxOutputTokens?.toLocaleString('en') ?? null],
      ['system turns', ({ takesSystemTurns }) => yesNo(takesSystemTurns)],
      ['JSON Schema', ({ takesJsonSchema }) => (takesJsonSchema ? 'kept' : 'as a sentence')],
    ],
  },
  {
    title: 'Gemini',
    rows: geminiModels,
    columns: [
      ...common,
      output,
      ['schemas', ({ schemas }) => (schemas === 'json' ? 'JSON Schema' : 'cleaned')],
      ['JSON beside functions', ({ takesJsonBesideTools }) => (takesJsonBesideTools ? 'kept' : 'as a sentence')],
      ['signed calls', ({ needsSignatures }) => (needsSignatures ? 'needed' : 'no')],
      ['media in results', ({ hasResultMedia }) => yesNo(hasResultMedia)],
      ['system text', ({ takesSystem }) => (takesSystem ? 'kept' : 'in the first turn')],
    ],
  },
]

function describeThinking({ thinking }: ModelRules): string | null {
  if (!thinking) return null
  const { efforts, budget, forms } = thinking
  const tokens = budget && `${budget.min.toLocaleString('en')} – ${budget.max.toLocaleString('en')} tokens`
  const texts = { effort: efforts.join(', '), adaptive: `adaptive: ${efforts.join(', ')}`, budget: tokens }
  return forms.map((form) => texts[form]).join('; ')
}

function describeSampling({ refuses, refusesWhileThinking, takesTemperatureBesideTopP }: ModelRules): string {
  if (refuses.includes('temperature')) return 'refused'
  const restriction = takesTemperatureBesideTopP ? '' : ', temperature or top_p'
  return (refusesWhileThinking.includes('temperature') ? 'not while thinking' : 'taken') + restriction
}

const buildTables = (): string =>
  [
    ...makers.map(({ title, rows, columns }) => [`## ${title}`, buildTable(rows, columns)].join('\n\n')),
    '## Models of other makers',
    buildFamilyTable(),
  ].join('\n\n')

const buildTable = (rows: readonly ModelRow[], columns: readonly Column[]): string =>
  drawTable(
    ['models', ...columns.map(([head]) => head)],
    rows.map(({ names, rules }) => [quoted(names.split(', ')), ...columns.map(([, cell]) => cell(rules) ?? '–')]),
  )

/** A value of each field that a maker may refuse. */
const sample = { temperature: 0.2, top_p: 0.9, presence_penalty: 1, frequency_penalty: 1, stop: 'a', logprobs: true }
const efforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** What the fits of a family do to a sample of each field. */
function buildFamilyTable(): string {
  const lines = families.map(({ names, reasoning, fit, lacksJsonSchema }) => {
    const changed = efforts.flatMap((effort) => {
      const sent = fit?.({ reasoning_effort: effort }).set.reasoning_effort
      return sent === undefined ? [] : [`${effort} → ${sent}`]
    })
    const off = fit?.({ reasoning_effort: 'none' })
    const offText = off && Object.keys(off.set).length > 0 ? `\`${JSON.stringify(off.set)}\`` : 'effort none'
    return [
      quoted(names.split(', ')),
      reasoning,
      quoted(fit?.(sample).lost ?? []) || '–',
      changed.join(', ') || '–',
      lacksJsonSchema ? 'as a sentence' : 'kept',
      off?.remove.length === 1 && offText === 'effort none' ? 'does not think' : offText,
    ]
  })
  return drawTable(
    ['models', 'earlier reasoning', 'refused by the maker', 'efforts', 'JSON Schema', 'thinking off'],
    lines,
  )
}

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

const drawTable = (heads: readonly string[], lines: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

if (import.meta.main) await Bun.write(modelPage, withModelTables(await Bun.file(modelPage).text()))
