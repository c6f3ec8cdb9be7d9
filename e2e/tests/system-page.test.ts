import { readFileSync } from 'node:fs'
import { rootName } from '../../server/test/accounts.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { twoLooks } from '../harness/looks.ts'
import { expect, test } from '../harness/test.ts'

test('the system page: nodes, checks, and a file for support', { tag: twoLooks }, async ({ browser, look }) => {
  const server = await startTestServer()
  const here = await openConsole(browser, { url: server.url, username: rootName, path: '/console/system', ...look })
  const { page } = here
  const parts = page.locator('main section')
  await expect(parts).toHaveCount(6)
  await expect(parts.first().locator('tbody tr')).toHaveCount(1)
  const checks = page.locator('#card-checks')
  await checks.getByRole('button').click()
  await expect(checks.getByRole('status')).toHaveCount(1)
  await expect(checks.getByRole('listitem').nth(4)).toBeVisible()
  expect(await findFaults(here, 'system')).toEqual([])
  // The dialog of the browser cannot be driven: without it the file is a download.
  await page.evaluate('delete window.showSaveFilePicker')
  const download = page.waitForEvent('download')
  await page
    .locator('main header button, main button')
    .filter({ hasText: /support|支持/ })
    .click()
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
  expect(file.system.nodes).toHaveLength(1)
  await here.close()
  await server.stop()
})
