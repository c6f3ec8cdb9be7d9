import { join, relative } from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'

/** The result of a run. A name is `file: test`, with the file relative to the checkout. */
export interface Counts {
  passed: number
  failedNames: string[]
  /** What each failed test said, if it said anything. */
  reasons: Record<string, string>
  failedFiles: string[]
  skippedNames: string[]
  /** How long the tests of each file took; of several files that run at once, each takes longer. */
  secondsByFile: Record<string, number>
  /** Also not 0 if a file could not be loaded, which has no failed test. */
  exitCode: number
}

export const noCounts: Counts = {
  passed: 0,
  failedNames: [],
  reasons: {},
  failedFiles: [],
  skippedNames: [],
  secondsByFile: {},
  exitCode: 0,
}

export const addCounts = (first: Counts, second: Counts): Counts => ({
  passed: first.passed + second.passed,
  failedNames: [...first.failedNames, ...second.failedNames],
  reasons: { ...first.reasons, ...second.reasons },
  failedFiles: [...first.failedFiles, ...second.failedFiles],
  skippedNames: [...first.skippedNames, ...second.skippedNames],
  secondsByFile: sumByFile([...Object.entries(first.secondsByFile), ...Object.entries(second.secondsByFile)]),
  exitCode: first.exitCode || second.exitCode,
})

function sumByFile(times: readonly (readonly [file: string, seconds: number])[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [file, seconds] of times) sums[file] = (sums[file] ?? 0) + seconds
  return sums
}

/** The slowest files, each as a line. */
export const listSlowest = ({ secondsByFile }: Counts, count: number): string[] =>
  Object.entries(secondsByFile)
    .sort(([, first], [, second]) => second - first)
    .slice(0, count)
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)

interface Case {
  file: string
  name: string
  state: 'passed' | 'failed' | 'skipped'
  reason?: string
  seconds: number
}

const reasonLinesMax = 12

/** A failed test with what it said, each line indented. */
export const describeFailure = ({ reasons }: Counts, name: string): string =>
  [name, ...(reasons[name] ?? '').split('\n').filter(Boolean).slice(0, reasonLinesMax)].join('\n    ')

/** The counts of a report of `bun test`. A report without tests has no passed tests. */
export function countBunTests(xml: string, exitCode: number): Counts {
  const elements = xml.match(/<testcase\b[^>]*?(?:\/>|>[\s\S]*?<\/testcase>)/g) ?? []
  const readAttribute = (element: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(element)?.[1] ?? ''
  return countCases(
    elements.map((element) => ({
      file: readAttribute(element, 'file'),
      name: `${readAttribute(element, 'classname')} ${readAttribute(element, 'name')}`,
      state: /<skipped\b/.test(element) ? 'skipped' : /<(?:failure|error)\b/.test(element) ? 'failed' : 'passed',
      reason: unescapeXml(/<(?:failure|error)\b[^>]*?\bmessage="([^"]*)"/.exec(element)?.[1] ?? ''),
      seconds: Number(readAttribute(element, 'time')),
    })),
    exitCode,
  )
}

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d+)|lt|gt|quot|apos|amp);/g, (entity, code?: string) =>
    code === undefined ? (namedEntities[entity] ?? entity) : String.fromCodePoint(Number(code)),
  )
const namedEntities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
}

/** The counts of a report of Playwright. A test runs once in each of its projects. */
export function countBrowserTests(report: JSONReport, root: string, exitCode: number): Counts {
  const folder = relative(root, report.config.rootDir)
  const cases = report.suites.flatMap((suite) => listCases(suite, join(folder, suite.file), []))
  return countCases(cases, exitCode)
}

/** `path` holds the titles of the surrounding suites; a file's own suite repeats the file's name. */
function listCases(suite: JSONReportSuite, file: string, path: readonly string[]): Case[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map((test): Case => {
      const name = `[${test.projectName}] ${[...path, title].join(' › ')}`
      const seconds = test.results.reduce((sum, { duration }) => sum + duration / 1_000, 0)
      if (test.status === 'expected') return { file, name, state: 'passed', seconds }
      // A test that was not expected to be skipped did not run because of an earlier failure.
      const isSkipped = test.status === 'skipped' && test.expectedStatus === 'skipped'
      const said = test.results.map(({ error }) => Bun.stripANSI(error?.message ?? '')).find((text) => text !== '')
      return { file, name, state: isSkipped ? 'skipped' : 'failed', reason: said ?? '', seconds }
    }),
  )
  const inner = (suite.suites ?? []).flatMap((child) => listCases(child, file, [...path, child.title]))
  return [...own, ...inner]
}

function countCases(cases: readonly Case[], exitCode: number): Counts {
  const listNames = (state: Case['state']) =>
    cases.filter((test) => test.state === state).map(({ file, name }) => `${file}: ${name}`)
  const failed = cases.filter(({ state }) => state === 'failed')
  return {
    passed: cases.filter(({ state }) => state === 'passed').length,
    failedNames: listNames('failed'),
    reasons: Object.fromEntries(
      failed.flatMap(({ file, name, reason }) => (reason ? [[`${file}: ${name}`, reason]] : [])),
    ),
    failedFiles: [...new Set(failed.map(({ file }) => file))].filter((file) => file !== ''),
    skippedNames: listNames('skipped'),
    secondsByFile: sumByFile(cases.map(({ file, seconds }) => [file, seconds])),
    exitCode,
  }
}
