// Writes the tables of docs/models.md: node scripts/with-bun.mjs scripts/build-model-table.ts
import { join } from 'node:path'
import type { ModelRow, ModelRules } from '../server/src/core/chat/model-rules.ts'
import { claudeModels, geminiModels, openaiModels } from '../server/src/core/chat/model-table.ts'
import { root } from './bun-path.mjs'

export const modelPage = join(root, 'docs/models.md')

const begin = '<!-- models: begin, written by scripts/build-model-table.ts -->'
const end = '<!-- models: end -->'

/** `page` with the current tables. Throws when the page lacks the marks around them. */
export function withModelTables(page: string): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error('the page lacks the marks around the tables of models')
  return `${page.slice(0, from)}${begin}\n\n${buildTables()}\n\n${page.slice(to)}`
}

/** null = does not apply. */
type Column = readonly [head: string, cell: (rules: ModelRules) => string | null]

const offWords = { taken: 'yes', between_tools: 'down to between tools', refused: 'no' }

const common: readonly Column[] = [
  ['thinking', thinkingCell],
  ['can be off', ({ thinking }) => thinking && offWords[thinking.off]],
  ['unasked', ({ thinking }) => thinking && (thinking.isOnByDefault ? 'thinks' : 'does not')],
  ['sampling', samplingCell],
]

const output: Column = ['most output', ({ maxOutputTokens }) => maxOutputTokens?.toLocaleString('en') ?? 'not known']
const yesNo = (is: boolean) => (is ? 'yes' : 'no')

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
      ['limit in', ({ maxTokensField }) => `\`${maxTokensField}\``],
      ['instructions from', ({ systemRole }) => `\`${systemRole}\``],
    ],
  },
  {
    title: 'Claude',
    rows: claudeModels,
    columns: [
      ...common,
      ['forced tools', ({ forcedTools }) => forcedTools.replaceAll('_', ' ')],
      ['answer begun by the caller', ({ prefill }) => prefill.replaceAll('_', ' ')],
      output,
      ['output unasked', ({ defaultMaxOutputTokens }) => defaultMaxOutputTokens?.toLocaleString('en') ?? null],
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

function thinkingCell({ thinking }: ModelRules): string | null {
  if (!thinking) return null
  const { efforts, budget, forms } = thinking
  const tokens = budget && `${budget.min.toLocaleString('en')} – ${budget.max.toLocaleString('en')} tokens`
  const said = { effort: efforts.join(', '), adaptive: `adaptive: ${efforts.join(', ')}`, budget: tokens }
  return forms.map((form) => said[form]).join('; ')
}

function samplingCell({ refuses, refusesWhileThinking, takesTemperatureBesideTopP }: ModelRules): string {
  if (refuses.includes('temperature')) return 'refused'
  const besides = takesTemperatureBesideTopP ? '' : ', temperature or top_p'
  return (refusesWhileThinking.includes('temperature') ? 'not while thinking' : 'taken') + besides
}

const buildTables = (): string =>
  makers.map(({ title, rows, columns }) => [`## ${title}`, table(rows, columns)].join('\n\n')).join('\n\n')

function table(rows: readonly ModelRow[], columns: readonly Column[]): string {
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
