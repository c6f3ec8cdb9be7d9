import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Agent, CheckResult, Gateway, Library, Program, ProgramResult } from './program.ts'

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
  `${[head, overviewOf(seen), ...seen.filter((one) => one.skipped === undefined).map(sectionOf)].join('\n\n')}\n`

const head = `# Clients

Programs that were pointed at the gateway as their makers publish them, without a change. \`npm run clients -- --write\`
installs and runs them and writes this page; nothing on it is written by hand.
[Testing](testing.md#programs-of-others) says how.

Behind the gateway is one channel of each type: OpenAI, Anthropic and Gemini. A check with several of them has passed
with each, translated where the program speaks another format. After the checks of a program every answer of the
upstreams must be one row of the usage log, with its tokens and its charge. Programs that manage the gateway call no
model.`

function overviewOf(seen: readonly SeenProgram[]): string {
  const rows = seen.map((one) => {
    const failed = one.results.filter(({ complaints }) => complaints.length > 0).length
    const passed = `${one.results.length - failed} passed${failed > 0 ? `, **${failed} failed**` : ''}`
    const result = one.skipped === undefined ? passed : `skipped: ${one.skipped}`
    const link = one.skipped === undefined ? `[${one.name}](#${anchorOf(one.name)})` : one.name
    return `| ${link} | ${one.source.replace(/\[.*\]$/, '')} | ${one.version} | ${result} | ${one.seenOn} |`
  })
  return ['| program | package | version | checks | seen on |', '|---|---|---|---|---|', ...rows].join('\n')
}

const anchorOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function sectionOf({ name, setUp, results, asksElsewhere }: SeenProgram): string {
  const names = [...new Set(results.map((result) => result.name))]
  const rows = names.map((check) => `| ${check} | ${cellOf(results.filter((result) => result.name === check))} |`)
  const elsewhere =
    asksElsewhere.length === 0
      ? []
      : [`Other hosts that it asked for, and did not reach: ${asksElsewhere.map((host) => `\`${host}\``).join(', ')}.`]
  const table = ['| check | passed with |', '|---|---|', ...rows].join('\n')
  return [`## ${name}`, setUp, table, ...elsewhere].join('\n\n')
}

function cellOf(results: readonly CheckResult[]): string {
  const namesOf = (some: readonly CheckResult[]) => some.map(({ upstream }) => upstream ?? 'yes').join(', ')
  const passed = results.filter(({ complaints }) => complaints.length === 0)
  const failed = results.filter(({ complaints }) => complaints.length > 0)
  const failures = failed.length === 0 ? '' : `**fails: ${namesOf(failed).replace('yes', 'always')}**`
  return [namesOf(passed), failures].filter((text) => text !== '').join('; ')
}

/** How to configure a program for the gateway, as Markdown. Generated from the settings that the run uses. */
export const describeSetUp = (program: Program): string =>
  program.kind === 'agent' ? agentSetUp(program) : librarySetUp(program)

function agentSetUp(agent: Agent): string {
  const variables = Object.entries(agent.environment?.(placeholder) ?? {})
  const command = [agent.command, ...agent.args({ prompt: 'the prompt', model: 'the-model' })]
  return [
    fenced('sh', [
      ...variables.map(([variable, value]) => `export ${variable}=${value}`),
      command.map((word) => (/[^\w@./:=-]/.test(word) ? `'${word}'` : word)).join(' '),
    ]),
    ...Object.entries(agent.files?.(placeholder) ?? {}).flatMap(([path, text]) => [
      `\`~/${path}\`:`,
      fenced(path.replace(/^.*\./, ''), [path.endsWith('.json') ? indented(text) : text.trim()]),
    ]),
  ].join('\n\n')
}

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)

/** The lines of the script that create the client, with values in place of its variables. */
function librarySetUp({ script, environment }: Library): string {
  const text = readFileSync(join(import.meta.dir, 'programs', script), 'utf8')
  const code = /^[#/]+ set-up\n([\s\S]*?)^[#/]+ end of set-up$/m.exec(text)?.[1] ?? ''
  const variables = Object.entries(environment?.(placeholder) ?? {})
  return [
    ...(variables.length === 0
      ? []
      : [
          fenced(
            'sh',
            variables.map(([variable, value]) => `export ${variable}=${value}`),
          ),
        ]),
    fenced(script.endsWith('.py') ? 'python' : 'js', [withValues(code.trim())]),
  ].join('\n\n')
}

const withValues = (code: string): string =>
  code
    .replace(/f?(["`])\$?\{gateway\}([^"`]*)["`]/g, `'${placeholder.url}$2'`)
    .replace(/\bgateway\b(?!\.)/g, `'${placeholder.url}'`)
    .replace(/(?<=[:=(]\s?)\bkey\b/g, `'${placeholder.key}'`)
    .replace(/(?<=[:=(,]\s?)\baccess_token\b(?!=)/g, `'the access token'`)
    .replace(/\blogin\(username, password\)/, `login('the name', 'the password')`)
    .replace(/str\(user_id\)/g, `'1'`)
    .replace(/(?<==\s?)\buser_id\b(?!=)/g, '1')

const fenced = (language: string, lines: string[]): string => [`\`\`\`${language}`, ...lines, '```'].join('\n')
