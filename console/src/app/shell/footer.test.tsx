import { expect, test } from 'bun:test'
import { siteStatus } from '../../../test/site-status.ts'
import { screen, visit } from '../../../test/visit.tsx'
import { Footer } from './footer.tsx'

test.each([
  ['1a2b3c4d5e6f', 'Powered by Sluice 9.1.0 (1a2b3c4)'],
  ['', 'Powered by Sluice 9.1.0'],
])('the footer names the version and the commit %p, if it is known', async (commit, text) => {
  await visit(<Footer />, {
    answers: { 'GET /api/status': () => ({ data: { ...siteStatus, version: '9.1.0', commit } }) },
  })
  expect(await screen.findByText(text)).toBeTruthy()
})
