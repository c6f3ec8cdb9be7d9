import { expect, test } from 'bun:test'
import type { JSONReport, JSONReportTest } from '@playwright/test/reporter'
import { addCounts, countBrowserTests, countBunTests, describeFailure, listSlowest, noCounts } from './test-counts.ts'

test('the tests in a report of Bun are counted', () => {
  const xml = `<testsuites><testsuite file="a.test.ts">
    <testcase name="adds" classname="sums" time="0.25" file="server/a.test.ts" />
    <testcase name="divides" classname="sums" time="0.5" file="server/a.test.ts"><failure type="AssertionError" message="Expected: &lt;4&gt;&#10;&#10;Received: &quot;3&quot; &amp;amp;">…</failure></testcase>
    <testcase name="waits" classname="" file="server/b.test.ts"><skipped /></testcase>
  </testsuite></testsuites>`
  expect(countBunTests(xml, 1)).toEqual({
    passed: 1,
    failedNames: ['server/a.test.ts: sums divides'],
    reasons: { 'server/a.test.ts: sums divides': 'Expected: <4>\n\nReceived: "3" &amp;' },
    failedFiles: ['server/a.test.ts'],
    skippedNames: ['server/b.test.ts:  waits'],
    secondsByFile: { 'server/a.test.ts': 0.75, 'server/b.test.ts': 0 },
    exitCode: 1,
  })
})

/** A report with one suite in one file, each test in the project `dark`. */
function buildReport(tests: Record<string, Pick<JSONReportTest, 'status' | 'expectedStatus'>>): JSONReport {
  const specs = Object.entries(tests).map(([title, outcome]) => ({
    title,
    tests: [
      {
        projectName: 'dark',
        results: [{ duration: 500, error: { message: '\u001b[31mexpected 2 rows' } }],
        ...outcome,
      },
    ],
  }))
  const report = {
    config: { rootDir: '/checkout/e2e/tests' },
    suites: [
      {
        title: 'a.test.ts',
        file: 'a.test.ts',
        specs: [],
        suites: [{ title: 'the page', file: 'a.test.ts', specs }],
      },
    ],
  }
  // The counts read no other fields of a report.
  return report as unknown as JSONReport
}

test('the tests in a report of Playwright are counted with their projects', () => {
  const report = buildReport({
    shows: { status: 'expected', expectedStatus: 'passed' },
    saves: { status: 'unexpected', expectedStatus: 'passed' },
    prints: { status: 'skipped', expectedStatus: 'skipped' },
  })
  expect(countBrowserTests(report, '/checkout', 1)).toEqual({
    passed: 1,
    failedNames: ['e2e/tests/a.test.ts: [dark] the page › saves'],
    reasons: { 'e2e/tests/a.test.ts: [dark] the page › saves': 'expected 2 rows' },
    failedFiles: ['e2e/tests/a.test.ts'],
    skippedNames: ['e2e/tests/a.test.ts: [dark] the page › prints'],
    secondsByFile: { 'e2e/tests/a.test.ts': 1.5 },
    exitCode: 1,
  })
})

test('a browser test skipped by a failed hook counts as failed, and so does one that passes on a retry', () => {
  const report = buildReport({
    late: { status: 'skipped', expectedStatus: 'passed' },
    shaky: { status: 'flaky', expectedStatus: 'passed' },
  })
  const { passed, failedNames, skippedNames } = countBrowserTests(report, '/checkout', 1)
  expect({ passed, failed: failedNames.length, skipped: skippedNames.length }).toEqual({
    passed: 0,
    failed: 2,
    skipped: 0,
  })
})

test('the slowest files are listed by the sum of their tests', () => {
  const first = { ...noCounts, secondsByFile: { a: 1, b: 2 } }
  const sum = addCounts(first, { ...noCounts, secondsByFile: { a: 3.25, c: 1 } })
  expect(listSlowest(sum, 2)).toEqual(['    4.3 s  a', '    2.0 s  b'])
})

test('counts are added up, and a failing exit code of either run is kept', () => {
  const first = { ...noCounts, passed: 2, failedNames: ['a: x'], failedFiles: ['a'] }
  const sum = addCounts(first, { ...noCounts, passed: 3, exitCode: 1 })
  expect(sum).toEqual({ ...first, passed: 5, exitCode: 1 })
})

test('a failed test is named with the first lines that it said', () => {
  const said = { ...noCounts, reasons: { 'a.test.ts: adds': 'Expected: 4\n\nReceived: 3' } }
  expect(describeFailure(said, 'a.test.ts: adds')).toBe('a.test.ts: adds\n    Expected: 4\n    Received: 3')
  expect(describeFailure(said, 'a.test.ts: waits')).toBe('a.test.ts: waits')
})
