import type { Browser } from '@playwright/test'
import { rootName } from '../../server/test/accounts.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import { visit } from '../harness/browser.ts'
import { findFaults, navigate, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { twoLooks } from '../harness/looks.ts'
import { findButton, waitForMessage } from '../harness/page-parts.ts'
import { expect, test } from '../harness/test.ts'

const words = {
  en: {
    roles: 'Roles',
    addRole: 'Add a role',
    name: 'Name',
    viewOnly: 'View only',
    create: 'Create',
    saved: 'Role saved',
    close: 'Close',
    add: 'Add user',
    username: 'Username',
    link: 'Invitation link',
    choose: 'Set this password',
    password: 'Password',
    password2: 'Confirm password',
    note: 'A note on this user',
    addNote: 'Add note',
    added: 'Note added',
  },
  zh: {
    roles: '角色',
    addRole: '添加角色',
    name: '名称',
    viewOnly: '只读',
    create: '创建',
    saved: '角色已保存',
    close: '关闭',
    add: '添加用户',
    username: '用户名',
    link: '邀请链接',
    choose: '设为新密码',
    password: '密码',
    password2: '确认密码',
    note: '关于该用户的备注',
    addNote: '添加备注',
    added: '备注已添加',
  },
}

test.describe('rights and accounts of the operator', () => {
  const server = forTests(startTestServer)
  let browser: Browser
  test.beforeAll(({ browser: launched }) => {
    browser = launched
  })

  test('a role is made, an invited account sets its password, and a note is written', { tag: twoLooks }, async ({
    look,
  }) => {
    const labels = words[look.language]
    const here = await openConsole(browser, { url: server.url, username: rootName, ...look })
    const { page } = here
    const dialog = page.getByRole('dialog').last()
    await page.goto('/user')
    await page.getByRole('button', { name: labels.roles, exact: true }).click()
    await dialog.getByRole('button', { name: labels.addRole }).click()
    await dialog.getByLabel(labels.name, { exact: true }).fill(`Night shift ${look.language}`)
    await dialog.getByRole('button', { name: labels.viewOnly, exact: true }).click()
    expect(await findFaults(here, 'role-form')).toEqual([])
    await dialog.getByRole('button', { name: labels.create, exact: true }).click()
    await waitForMessage(page, labels.saved)
    await dialog.getByText(`Night shift ${look.language}`).waitFor()
    expect(await findFaults(here, 'roles')).toEqual([])
    await page.keyboard.press('Escape')

    const name = `grace${look.language}`
    await page.goto('/user/add')
    await dialog.getByLabel(labels.username, { exact: true }).fill(name)
    await dialog.getByLabel(labels.link).check()
    expect(await findFaults(here, 'user-invite')).toEqual([])
    await findButton(dialog, labels.create).click()
    const link = dialog.getByText(/invited=/)
    await expect(link).toHaveText(/token=/)
    expect(await findFaults(here, 'invitation')).toEqual([])
    const { pathname, search } = new URL(await link.evaluate((node) => node.textContent ?? ''))

    const guest = await visit(browser, { url: server.url, ...look })
    await guest.page.goto(pathname + search)
    await guest.page.locator('#password').fill('my own word 1')
    await guest.page.locator('#password2').fill('my own word 1')
    expect(await findFaults(guest, 'invitation-page')).toEqual([])
    await guest.page.getByRole('button', { name: labels.choose }).click()
    await guest.page.waitForURL('**/login**')
    await expect(guest.page.locator('#username')).toHaveValue(name)
    await guest.close()

    await navigate(page, `/user/${new URLSearchParams(search).get('invited')}?tab=notes`)
    await page.getByLabel(labels.note).fill('Asked for an invoice.\nPaid by bank transfer.')
    await page.getByRole('button', { name: labels.addNote }).click()
    await waitForMessage(page, labels.added)
    expect(await findFaults(here, 'account-notes')).toEqual([])
    await here.close()
  })
})
