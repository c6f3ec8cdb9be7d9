import { join, relative } from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'

/** The result of a run. A name is `file: test`, with the file relative to the checkout. */
export interface Counts {
  passed: number
  failedNames: string[]
  failedFiles: string[]
  skippedNames: string[]
  /** Also not 0 if a file could not be loaded, which has no failed test. */
  exitCode: number
}

export const noCounts: Counts = {
  passed: 0,
  failedNames: [],
  failedFiles: [],
  skippedNames: [],
  exitCode: 0,
}

export const addCounts = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failedNames: [...one.failedNames, ...other.failedNames],
  failedFiles: [...one.failedFiles, ...other.failedFiles],
  skippedNames: [...one.skippedNames, ...other.skippedNames],
  exitCode: one.exitCode || other.exitCode,
})

interface Case {
  file: string
  name: string
  state: 'passed' | 'failed' | 'skipped'
}

/** The counts of a report of `bun test`. A report without tests counts as nothing passed. */
export function countBunTests(xml: string, exitCode: number): Counts {
  const cases = xml.match(/<testcase\b[^>]*?(?:\/>|>[\s\S]*?<\/testcase>)/g) ?? []
  const attributeOf = (one: string, attribute: string) => new RegExp(`\\b${attribute}="([^"]*)"`).exec(one)?.[1] ?? ''
  return countCases(
    cases.map((one) => ({
      file: attributeOf(one, 'file'),
      name: `${attributeOf(one, 'classname')} ${attributeOf(one, 'name')}`,
      state: /<skipped\b/.test(one) ? 'skipped' : /<(?:failure|error)\b/.test(one) ? 'failed' : 'passed',
    })),
    exitCode,
  )
}

/** The counts of a report of Playwright. A test runs once in each of its projects. */
export function countBrowserTests(report: JSONReport, root: string, exitCode: number): Counts {
  const folder = relative(root, report.config.rootDir)
  const cases = report.suites.flatMap((suite) => casesOf(suite, join(folder, suite.file), []))
  return countCases(cases, exitCode)
}

/** `path` holds the titles of the surrounding suites; a file's own suite repeats the file's name. */
function casesOf(suite: JSONReportSuite, file: string, path: readonly string[]): Case[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map((test): Case => {
      const name = `[${test.projectName}] ${[...path, title].join(' › ')}`
      if (test.status === 'expected') return { file, name, state: 'passed' }
      // Not expected to be skipped: an earlier failure prevented it from running.
      const isSkipped = test.status === 'skipped' && test.expectedStatus === 'skipped'
      return { file, name, state: isSkipped ? 'skipped' : 'failed' }
    }),
  )
  const inner = (suite.suites ?? []).flatMap((one) => casesOf(one, file, [...path, one.title]))
  return [...own, ...inner]
}

function countCases(cases: readonly Case[], exitCode: number): Counts {
  const namesOf = (state: Case['state']) =>
    cases.filter((one) => one.state === state).map(({ file, name }) => `${file}: ${name}`)
  const failed = cases.filter(({ state }) => state === 'failed')
  return {
    passed: cases.filter(({ state }) => state === 'passed').length,
    failedNames: namesOf('failed'),
    failedFiles: [...new Set(failed.map(({ file }) => file))].filter((file) => file !== ''),
    skippedNames: namesOf('skipped'),
    exitCode,
  }
}
