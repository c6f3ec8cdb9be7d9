// Writes the tables of docs/models.md: node scripts/with-bun.mjs scripts/build-model-table.ts
import { join } from 'node:path'
import type { ModelRow, ModelRules } from '../server/src/core/chat/model-rules.ts'
import { claudeModels, geminiModels, openaiModels } from '../server/src/core/chat/model-table.ts'
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
  makers.map(({ title, rows, columns }) => [`## ${title}`, buildTable(rows, columns)].join('\n\n')).join('\n\n')

function buildTable(rows: readonly ModelRow[], columns: readonly Column[]): string {
  const heads = ['models', ...columns.map(([head]) => head)]
  const lines = rows.map(({ names, rules }) => [
    names
      .split(', ')
      .map((name) => `\`${name}\``)
      .join(', '),
    ...columns.map(([, cell]) => cell(rules) ?? '–'),
  ])
  return [heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

if (import.meta.main) await Bun.write(modelPage, withModelTables(await Bun.file(modelPage).text()))
