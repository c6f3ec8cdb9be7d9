import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientRecipes } from '@sluice/contract/client-recipes/client-recipes'
import type { Agent, CheckResult, Gateway, Library, Program, ProgramResult } from './program.ts'
import { targetOf } from './settings-of.ts'

/** The record of a run: `docs/clients.md` is generated from it. */
export interface SeenProgram extends ProgramResult {
  /** The day of the run, as `2026-11-22`. */
  seenOn: string
}

export const seenFile = join(import.meta.dir, 'seen.json')
export const pageFile = join(import.meta.dir, '../../../docs/clients.md')

const placeholder: Gateway = { url: 'https://gateway.example', key: 'sk-…' }

/** The page with the results. */
export const buildPage = (seen: readonly SeenProgram[]): string =>
  `${[head, buildOverview(seen), failures, ...seen.filter((program) => program.skipped === undefined).map(buildSection), describeApps(), others].join('\n\n')}\n`

const head = `# Clients

Programs that were pointed at the gateway as their makers publish them, without a change. \`npm run clients -- --write\`
installs and runs them and writes this page; nothing on it is written by hand.
[Testing](testing.md#programs-of-others) says how.

Behind the gateway is one channel of each type: OpenAI, Anthropic and Gemini. A check with several of them has passed
with each, translated where the program speaks another format. After the checks of a program every answer of the
upstreams must be one row of the usage log, with its tokens and its charge. Programs that manage the gateway call no
model.`

const failures = `The sections of agents say what a person reads when a call fails, and how long after the first call. A refusal
that cannot succeed by repetition says so in \`x-should-retry\`, and names the amounts in the currency of the site.
Every agent repeats a call to an overloaded provider; the gateway tries the channel again after two seconds.`

/** Tried by hand, without a check of the run. */
const others = `## Other programs

Tried by hand on 2026-11-28:

- **Continue**: a model in its YAML with \`provider\`, \`apiBase: https://gateway.example/v1\` (for \`anthropic\` too) and
  \`capabilities: [tool_use]\`.
- **llm**: an entry of \`extra-openai-models.yaml\` with \`api_base: https://gateway.example/v1\`.
- **openapi-typescript**: needs TypeScript 5.
- **Consoles of other gateways**: their address must be that of the API, so a proxy serves both; \`CRITICAL_RATE_LIMIT\`
  counts the log-ins of all who share an address.`

/** Programs with a window, which the run cannot start: what the console says to type into their settings. */
function describeApps(): string {
  const apps = clientRecipes
    .filter(({ kind }) => kind === 'app')
    .map((recipe) => {
      const target = { ...targetOf(recipe, placeholder), site: 'the site' }
      const fields = (recipe.fields?.(target) ?? []).map(({ name, value }) => `${name}: \`${value}\``)
      const command = recipe.command?.(target).join(' ')
      const ways = [
        ...(recipe.links === undefined ? [] : ['the link of the console']),
        ...fields,
        ...(command === undefined ? [] : [`or \`${command}\``]),
      ]
      return buildItem(`**${recipe.name}**: ${ways.join('; ')}.`)
    })
  return `## Programs with settings of their own

The panel *Connect* of the console shows these, and the set-ups above, for a key and a model that it may call.

${apps.join('\n')}`
}

function buildOverview(seen: readonly SeenProgram[]): string {
  const rows = seen.map((program) => {
    const failed = program.results.filter(({ complaints }) => complaints.length > 0).length
    const passed = `${program.results.length - failed} passed${failed > 0 ? `, **${failed} failed**` : ''}`
    const result = program.skipped === undefined ? passed : `skipped: ${program.skipped}`
    const link = program.skipped === undefined ? `[${program.name}](#${buildAnchor(program.name)})` : program.name
    return `| ${link} | ${program.source.replace(/\[.*\]$/, '')} | ${program.version} | ${result} | ${program.seenOn} |`
  })
  return ['| program | package | version | checks | seen on |', '|---|---|---|---|---|', ...rows].join('\n')
}

const buildAnchor = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function buildSection({ name, setUp, results, asksElsewhere }: SeenProgram): string {
  const checks = results.filter(({ failure }) => failure === undefined)
  const names = [...new Set(checks.map((result) => result.name))]
  const rows = names.map((check) => `| ${check} | ${buildCell(checks.filter((result) => result.name === check))} |`)
  const elsewhere =
    asksElsewhere.length === 0
      ? []
      : [
          `Other hosts that it tried to reach, without success: ${asksElsewhere.map((host) => `\`${host}\``).join(', ')}.`,
        ]
  const table = ['| check | passed with |', '|---|---|', ...rows].join('\n')
  return [`## ${name}`, setUp, table, ...buildFailures(results), ...elsewhere].join('\n\n')
}

/** What a person reads when the gateway refuses a call. */
function buildFailures(results: readonly CheckResult[]): string[] {
  const rows = results.flatMap(({ name, failure }) =>
    failure === undefined
      ? []
      : [
          `| ${name} | ${Math.round(failure.seconds)} s | ${failure.text?.replaceAll('|', '\\|') ?? 'nothing yet: it repeats the call'} |`,
        ],
  )
  if (rows.length === 0) return []
  return [
    ['| when a call fails | ends after the first call in | a person reads |', '|---|---|---|', ...rows].join('\n'),
  ]
}

function buildCell(results: readonly CheckResult[]): string {
  const joinUpstreams = (results: readonly CheckResult[]) => results.map(({ upstream }) => upstream ?? 'yes').join(', ')
  const passed = results.filter(({ complaints }) => complaints.length === 0)
  const failed = results.filter(({ complaints }) => complaints.length > 0)
  const failures = failed.length === 0 ? '' : `**fails: ${joinUpstreams(failed).replace('yes', 'always')}**`
  return [joinUpstreams(passed), failures].filter((text) => text !== '').join('; ')
}

/** How to configure a program for the gateway, as Markdown. Generated from the settings that the run uses. */
export const describeSetUp = (program: Program): string =>
  program.kind === 'agent' ? describeAgentSetUp(program) : describeLibrarySetUp(program)

function describeAgentSetUp(agent: Agent): string {
  const variables = Object.entries(agent.environment?.(placeholder) ?? {})
  const command = [agent.command, ...agent.args({ prompt: 'the prompt', model: 'the-model' })]
  return [
    fence('sh', [
      ...variables.map(([variable, value]) => `export ${variable}=${value}`),
      command.map((word) => (/[^\w@./:=-]/.test(word) ? `'${word}'` : word)).join(' '),
    ]),
    ...Object.entries(agent.files?.(placeholder) ?? {}).flatMap(([path, text]) => [
      `\`~/${path}\`:`,
      fence(path.replace(/^.*\./, ''), [path.endsWith('.json') ? indent(text) : text.trim()]),
    ]),
    ...(agent.notes ? [agent.notes.map(buildItem).join('\n')] : []),
  ].join('\n\n')
}

const lineMax = 120

/** An item of a list, in lines of the width of the pages. */
function buildItem(text: string): string {
  const lines = ['-']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length > lineMax) lines.push(`  ${word}`)
    else lines[lines.length - 1] = line
  }
  return lines.join('\n')
}

const indent = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)

/** The lines of the script that create the client, with values in place of its variables. */
function describeLibrarySetUp({ script, environment }: Library): string {
  const text = readFileSync(join(import.meta.dir, 'programs', script), 'utf8')
  const code = /^[#/]+ set-up\n([\s\S]*?)^[#/]+ end of set-up$/m.exec(text)?.[1] ?? ''
  const variables = Object.entries(environment?.(placeholder) ?? {})
  return [
    ...(variables.length === 0
      ? []
      : [
          fence(
            'sh',
            variables.map(([variable, value]) => `export ${variable}=${value}`),
          ),
        ]),
    fence(script.endsWith('.py') ? 'python' : 'js', [insertValues(code.trim())]),
  ].join('\n\n')
}

const insertValues = (code: string): string =>
  code
    .replace(/f?(["`])\$?\{gateway\}([^"`]*)["`]/g, `'${placeholder.url}$2'`)
    .replace(/\bgateway\b(?!\.)/g, `'${placeholder.url}'`)
    .replace(/(?<=[:=(]\s?)\bkey\b/g, `'${placeholder.key}'`)
    .replace(/(?<=[:=(,]\s?)\baccess_token\b(?!=)/g, `'the access token'`)
    .replace(/\blogin\(username, password\)/, `login('the name', 'the password')`)
    .replace(/str\(user_id\)/g, `'1'`)
    .replace(/(?<==\s?)\buser_id\b(?!=)/g, '1')

const fence = (language: string, lines: string[]): string => [`\`\`\`${language}`, ...lines, '```'].join('\n')
