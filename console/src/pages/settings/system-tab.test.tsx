import { describe, expect, test } from 'bun:test'
import { makeReason } from '@sluice/contract/error-reasons'
import { badGateway, refuse } from '../../../test/fake-api.ts'
import { visitSettings } from '../../../test/settings-visit.tsx'
import { act, fireEvent, screen, waitFor, waitForValue, waitUntilGone, within } from '../../../test/visit.tsx'

const byKey = (a: { key: string }, b: { key: string }) => a.key.localeCompare(b.key)

describe('saving a card', () => {
  test('sends only changes, without trailing slashes, and shows the new values everywhere', async () => {
    const { written, control, fill, save, waitForText, card } = await visitSettings('system')
    await save('address')
    await waitForText('No changes to save')
    await save('payment')
    await waitForText('Fill in the server address first')
    expect(written()).toEqual([])

    fill('ServerAddress', 'https://gate.example//')
    within(card('address')).getByText('1 unsaved change')
    await save('address')
    await waitForText('Saved')
    expect(written()).toEqual([{ key: 'ServerAddress', value: 'https://gate.example' }])
    for (const path of ['/oauth/github', '/oauth/oidc', '/oauth/linuxdo'])
      await waitForText(`https://gate.example${path}`)
    await waitForText('https://gate.example/api/stripe/webhook')
    expect(control('ServerAddress')).toHaveProperty('value', 'https://gate.example')

    fill('PayAddress', 'https://pay.example/')
    fill('EpayKey', 'pay secret')
    fill('Price', '7.25')
    await save('payment')
    await waitForValue(() => control('EpayKey'), '')
    expect(written().sort(byKey)).toEqual([
      { key: 'EpayKey', value: 'pay secret' },
      { key: 'PayAddress', value: 'https://pay.example' },
      { key: 'Price', value: '7.25' },
    ])
    // The page drops a saved secret and only shows that there is one.
    expect(control('EpayKey').getAttribute('placeholder')).toBe('Set; leave empty to keep it')
  })

  test('sends neither an emptied port nor an unchanged secret', async () => {
    const { written, fill, save, waitForText } = await visitSettings('system')
    fill('SMTPPort', '')
    await save('smtp')
    await waitForText('No changes to save')
    fill('SMTPServer', 'smtp.example.com')
    fill('SMTPPort', '465')
    await save('smtp')
    await waitForText('Saved')
    expect(written().sort(byKey)).toEqual([
      { key: 'SMTPPort', value: '465' },
      { key: 'SMTPServer', value: 'smtp.example.com' },
    ])
  })

  test('removes the key of a worker together with its address', async () => {
    const stored = { WorkerUrl: 'https://worker.example', WorkerValidKey: 'key' }
    const { written, control, fill, save, waitForText } = await visitSettings('system', { stored })
    fill('WorkerUrl', '')
    await save('worker')
    await waitForText('Saved')
    expect(written().sort(byKey)).toEqual([
      { key: 'WorkerUrl', value: '' },
      { key: 'WorkerValidKey', value: '' },
    ])
    await waitFor(() => expect(control('WorkerValidKey').getAttribute('placeholder')).toBe('Not set'))
  })

  test('shows a fault at its field, in the language of the page, and sends nothing', async () => {
    const { user, written, card, option, fill, save, waitForText } = await visitSettings('system', { language: 'zh' })
    await user.click(within(card('payment')).getByText('JSON'))
    fill('TopupGroupRatio', '{"vip":')
    await within(option('TopupGroupRatio')).findByText('充值分组倍率不是有效的 JSON')
    await save('payment')
    await waitForText('未保存，请修正标出的内容')
    fill('TopupGroupRatio', '[1]')
    await within(option('TopupGroupRatio')).findByText('必须是 JSON 对象')
    fill('StripeCurrency', 'kwd')
    await within(option('StripeCurrency')).findByText('暂不支持用该货币收款')
    fill('oidc.well_known', 'id.example.com')
    await waitForText('Well-Known URL 必须以 http:// 或 https:// 开头')
    fill('SMTPPort', '70000')
    await waitForText('请填写 1 到 65,535 之间的数')
    expect(written()).toEqual([])
  })
})

describe('the ratios of top-ups by group', () => {
  const type = (field: HTMLElement, value: string) => {
    fireEvent.focus(field)
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
  }
  const stored = { ServerAddress: 'https://gate.example', TopupGroupRatio: '{"default":1,"vip":0.95}' }

  test('are edited as a table over the JSON', async () => {
    const { user, written, control, card, save, waitForText } = await visitSettings('system', { stored })
    const inCard = within(card('payment'))
    type(inCard.getByLabelText('Top-up ratio of vip'), '0.9')
    type(inCard.getByRole('combobox', { name: 'Choose or type a group' }), 'gold')
    await user.click(inCard.getByRole('button', { name: 'Add the group' }))
    type(await inCard.findByLabelText('Top-up ratio of gold'), '0.85')
    await user.click(inCard.getByRole('button', { name: 'Remove default' }))
    const value = '{\n  "vip": 0.9,\n  "gold": 0.85\n}'
    await user.click(inCard.getByText('JSON'))
    await waitForValue(() => control('TopupGroupRatio'), value)
    await save('payment')
    await waitForText('Saved')
    expect(written()).toEqual([{ key: 'TopupGroupRatio', value }])
  })

  test('are refused at the group, which keeps the focus, when they are not above 0', async () => {
    const { written, option, card, save, waitForText } = await visitSettings('system', { stored })
    const field = within(card('payment')).getByLabelText('Top-up ratio of vip')
    type(field, '0')
    await within(option('TopupGroupRatio')).findByText(/^vip.*greater than 0/)
    await save('payment')
    await waitForText('Not saved: correct the marked fields')
    expect(document.activeElement).toBe(field)
    expect(written()).toEqual([])
  })

  test('lead to their JSON if a table cannot show them', async () => {
    const { user, card, control } = await visitSettings('system', { stored: { TopupGroupRatio: '{"vip":"0.9"}' } })
    await user.click(within(card('payment')).getByRole('button', { name: 'Show JSON' }))
    await waitForValue(() => control('TopupGroupRatio'), '{\n  "vip": "0.9"\n}')
  })

  test('can only be read by a plain administrator', async () => {
    const { card } = await visitSettings('system', { role: 'admin', stored })
    const inCard = within(card('payment'))
    expect(inCard.getByLabelText('Top-up ratio of vip').hasAttribute('readonly')).toBe(true)
    expect(inCard.getByRole('button', { name: 'Remove vip' }).hasAttribute('disabled')).toBe(true)
    expect(inCard.queryByRole('combobox')).toBeNull()
  })
})

describe('switches', () => {
  test('are saved at once; password login asks for confirmation, and stays on if the server refuses', async () => {
    const here = await visitSettings('system', { answers: { 'POST /api/option/check': () => ({}) } })
    const { user, api, written, control, option } = here
    await user.click(control('PasswordLoginEnabled'))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitUntilGone(() => screen.queryByRole('dialog'))
    expect(control('PasswordLoginEnabled').getAttribute('aria-checked')).toBe('true')
    expect(written()).toEqual([])

    const key = 'PasswordLoginEnabled'
    const reason = makeReason('noOtherWayIn')
    api.answer({ 'PUT /api/option/': () => refuse('option_invalid', { key, reason }, { [key]: reason }) })
    await user.click(control('PasswordLoginEnabled'))
    await user.click(await screen.findByRole('button', { name: 'Switch off password login' }))
    const refusal = /super administrator must have another way to log in first/
    await within(option('PasswordLoginEnabled')).findByText(refusal)
    expect(written()).toEqual([{ key: 'PasswordLoginEnabled', value: 'false' }])
    expect(control('PasswordLoginEnabled').getAttribute('aria-checked')).toBe('true')
  })

  test('are not asked about when the server would refuse them', async () => {
    const key = 'PasswordLoginEnabled'
    const reason = makeReason('noOtherWayIn')
    const { user, written, control, option } = await visitSettings('system', {
      answers: { 'POST /api/option/check': () => refuse('option_invalid', { key, reason }, { [key]: reason }) },
    })
    await user.click(control(key))
    await within(option(key)).findByText(/super administrator must have another way to log in first/)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(written()).toEqual([])
    expect(control(key).getAttribute('aria-checked')).toBe('true')
  })

  test('the security check is switched on only after it was solved with the saved keys', async () => {
    const widgets: { callback(token: string): void; sitekey: string }[] = []
    Object.assign(window, {
      turnstile: {
        render: (_: unknown, options: (typeof widgets)[number]) => String(widgets.push(options)),
        remove: () => {},
      },
    })
    const append = document.head.append.bind(document.head)
    document.head.append = (...nodes) => {
      for (const node of nodes) if (node instanceof HTMLScriptElement) node.onload?.(new Event('load'))
    }
    try {
      const { user, api, written, control } = await visitSettings('system', {
        stored: { TurnstileSiteKey: 'site', TurnstileSecretKey: 'hush' },
        answers: { 'POST /api/option/test_turnstile': () => refuse('turnstile_test_failed', { reason: 'bad key' }) },
      })
      await user.click(control('TurnstileCheckEnabled'))
      await waitFor(() => expect(widgets.map(({ sitekey }) => sitekey)).toEqual(['site']))
      await act(async () => widgets.at(-1)?.callback('solved'))
      await screen.findByText('The security check cannot be used with these keys: bad key.')
      expect(written()).toEqual([])
      await waitFor(() => expect(widgets).toHaveLength(2))
      api.answer({ 'POST /api/option/test_turnstile': () => ({}) })
      await act(async () => widgets.at(-1)?.callback('again'))
      await waitFor(() => expect(control('TurnstileCheckEnabled').getAttribute('aria-checked')).toBe('true'))
      expect(written()).toEqual([{ key: 'TurnstileCheckEnabled', value: 'true' }])
    } finally {
      document.head.append = append
    }
  })

  test('cannot be switched on without the options that they need, and report when they are saved', async () => {
    const { user, written, control, option, waitForText } = await visitSettings('system')
    await user.click(control('GitHubOAuthEnabled'))
    await within(option('GitHubOAuthEnabled')).findByText('Fill in and save the GitHub client ID and secret first')
    expect(control('GitHubOAuthEnabled').getAttribute('aria-checked')).toBe('false')
    await user.click(control('EmailAliasRestrictionEnabled'))
    await waitForText('Switched on: Refuse email aliases')
    expect(written()).toEqual([{ key: 'EmailAliasRestrictionEnabled', value: 'true' }])
  })

  test('return to their state when they cannot be saved, with the reason', async () => {
    const { user, control, waitForText } = await visitSettings('system', {
      answers: { 'PUT /api/option/': () => badGateway() },
    })
    await user.click(control('RegisterEnabled'))
    await waitForText(/502/)
    expect(control('RegisterEnabled').getAttribute('aria-checked')).toBe('true')
  })
})

test('only valid new domains are added to the whitelist', async () => {
  const here = await visitSettings('system', { language: 'zh' })
  const { user, written, stored, option, fill, save, waitForText } = here
  const row = () => within(option('EmailDomainWhitelist'))
  const add = async (domain: string) => {
    fill('EmailDomainWhitelist', domain)
    await user.click(screen.getByRole('button', { name: '添加域名' }))
  }
  await add('nowhere')
  await row().findByText('请输入域名，例如 example.com')
  await add('gmail.com')
  await row().findByText('该域名已在白名单中')
  await add('Firm.example.com')
  await waitForText('已添加到白名单')
  await user.click(row().getByRole('button', { name: '移除 163.com' }))
  await save('emailDomains')
  await waitForText('保存成功')
  const [entry] = written()
  expect(entry?.value.split(',')).toContain('firm.example.com')
  expect(entry?.value.split(',')).not.toContain('163.com')
  expect(stored.get('EmailDomainWhitelist')).toBe(entry?.value)
})

test('the endpoints of an identity provider are fetched by a button, and before a new document is saved', async () => {
  const found = {
    authorization_endpoint: 'https://id.example/authorize',
    token_endpoint: 'https://id.example/token',
    userinfo_endpoint: 'https://id.example/me',
  }
  const here = await visitSettings('system', {
    answers: {
      'POST /api/option/oidc_discovery': ({ body }) =>
        body.url.endsWith('/nothing')
          ? refuse('oidc_discovery_failed', { reason: makeReason('documentNotJson') })
          : { data: found },
    },
  })
  const { user, written, stored, control, fill, save, waitForText } = here
  const fetchButton = screen.getByRole('button', { name: 'Fetch OIDC configuration' })
  await user.click(fetchButton)
  await waitForText('The well-known URL must start with http:// or https://')
  fill('oidc.well_known', 'https://id.example/nothing')
  await user.click(fetchButton)
  await waitForText(/^The OIDC settings could not be fetched/)
  await save('oidc')
  expect(written()).toEqual([])

  fill('oidc.well_known', 'https://id.example/.well-known/openid-configuration')
  await save('oidc')
  await waitForText('OIDC configuration fetched')
  await waitForText('Saved')
  expect(stored.get('oidc.token_endpoint')).toBe(found.token_endpoint)
  expect(stored.get('oidc.user_info_endpoint')).toBe(found.userinfo_endpoint)
  expect(control('oidc.authorization_endpoint')).toHaveProperty('value', found.authorization_endpoint)
})

test('a plain administrator can read the tab and sees who may change it', async () => {
  const { control, card, waitForText } = await visitSettings('system', { language: 'zh', role: 'admin' })
  await waitForText('这一页只有超级管理员可以修改，你可以查看。')
  expect(control('ServerAddress').hasAttribute('readonly')).toBe(true)
  expect(control('PasswordLoginEnabled').hasAttribute('disabled')).toBe(true)
  expect(card('smtp').querySelector('footer')).toBeNull()
  // The bounds of a number follow its help as a Chinese sentence does.
  expect(document.body.textContent).toMatch(/。范围 /)
  expect(document.body.textContent).not.toMatch(/。 \S/)
})

test('a stored secret is removed after a confirmation; the bounds of a number are shown before a fault', async () => {
  const { user, written, card, waitForText } = await visitSettings('system', { stored: { SMTPToken: 'hush' } })
  expect(card('smtp').textContent).toContain('65,535')
  const [remove] = within(card('smtp')).getAllByRole('button', { name: /^Remove: / })
  await user.click(remove!)
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitForText(/^Removed: /)
  expect(written()).toEqual([{ key: 'SMTPToken', value: '' }])
  expect(within(card('smtp')).queryByRole('button', { name: /^Remove: / })).toBeNull()
})
