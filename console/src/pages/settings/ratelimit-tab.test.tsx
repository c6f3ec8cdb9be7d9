import { expect, test } from 'bun:test'
import { type Answers, badGateway } from '../../../test/fake-api.ts'
import { visitSettings } from '../../../test/settings-visit.tsx'
import { fireEvent, screen, waitForValue, waitUntilGone, within } from '../../../test/visit.tsx'
import { focusTarget } from './jump-target.ts'

const stored = { ModelRequestRateLimitGroup: '{"vip":[0,1000]}' }
const typeInto = (field: HTMLElement, value: string) => {
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

test('the table and the JSON of the groups show the same data', async () => {
  const { user, written, control, card, fill, save, waitForText } = await visitSettings('ratelimit', { stored })
  const inCard = within(card('modelRequests'))
  typeInto(screen.getByLabelText('Max requests of vip'), '60')
  typeInto(inCard.getByRole('combobox', { name: 'Choose or type a group' }), 'gold')
  await user.click(inCard.getByRole('button', { name: 'Add the group' }))
  typeInto(await screen.findByLabelText('Max successful requests of gold'), '30')
  const value = '{\n  "vip": [60, 1000],\n  "gold": [0, 30]\n}'
  expect(inCard.queryByLabelText('Limits by group')).toBeNull()
  await user.click(inCard.getByText('JSON'))
  await waitForValue(() => control('ModelRequestRateLimitGroup'), value)
  await save('modelRequests')
  await waitForText('Saved')
  expect(written()).toEqual([{ key: 'ModelRequestRateLimitGroup', value }])

  fill('ModelRequestRateLimitGroup', '{"vip":[5,5]}')
  await user.click(inCard.getByText('Table'))
  await waitUntilGone(() => screen.queryByText('gold'))
  expect(screen.getByLabelText('Max requests of vip')).toHaveProperty('value', '5')
  await user.click(screen.getByRole('button', { name: 'Remove vip' }))
  await user.click(inCard.getByText('JSON'))
  await waitForValue(() => control('ModelRequestRateLimitGroup'), '{}')
})

test('the number of tokens of an account is typed beside its limits', async () => {
  const { written, fill, save, waitForText } = await visitSettings('ratelimit')
  fill('token_setting.max_user_tokens', '20')
  await save('accountLimits')
  await waitForText('Saved')
  expect(written()).toEqual([{ key: 'token_setting.max_user_tokens', value: '20' }])
})

test('limits of accounts, groups and models are typed as numbers and kept as JSON', async () => {
  const { user, written, card, fill, save, waitForText } = await visitSettings('ratelimit')
  typeInto(within(card('accountLimits')).getByLabelText('Requests per minute'), '600')
  await save('accountLimits')
  await waitForText('Saved')
  typeInto(screen.getByRole('combobox', { name: 'Choose or type a model' }), 'gpt-4o')
  await user.click(screen.getByRole('button', { name: 'Add the model' }))
  const model = await within(card('modelLimits')).findByRole('group', { name: 'gpt-4o' })
  typeInto(within(model).getByLabelText('Concurrent calls'), '8')
  await save('modelLimits')
  await waitUntilGone(() => within(card('modelLimits')).queryByText('1 unsaved change'))
  expect(written().map(({ key, value }) => [key, JSON.parse(value)])).toEqual([
    ['DefaultUserLimits', { rpm: 600 }],
    ['ModelLimits', { 'gpt-4o': { concurrency: 8 } }],
  ])
  const groups = within(card('groupLimits'))
  await user.click(groups.getByText('JSON'))
  fill('GroupLimits', '{"vip":{"rpm":-1}}')
  await save('groupLimits')
  await waitForText('vip → Requests per minute: must not be less than 0')
  fill('GroupLimits', '{"vip":{"rpm":1}}')
  await user.click(groups.getByText('Form'))
  await user.click(await groups.findByRole('button', { name: 'Remove vip' }))
  await save('groupLimits')
  await waitForText('No changes to save')
})

test('a value that the table cannot show is opened as JSON', async () => {
  const { user, card, control } = await visitSettings('ratelimit', {
    stored: { ModelRequestRateLimitGroup: '{"vip":1}' },
  })
  await user.click(within(card('modelRequests')).getByRole('button', { name: 'Show JSON' }))
  await waitForValue(() => control('ModelRequestRateLimitGroup'), '{\n  "vip": 1\n}')
})

test('a refused number in a table gets the focus', async () => {
  const { card, save, waitForText } = await visitSettings('ratelimit', { stored })
  const field = screen.getByLabelText('Max successful requests of vip')
  typeInto(field, '0')
  await save('modelRequests')
  await waitForText('Not saved: correct the marked fields')
  expect(document.activeElement).toBe(field)
  expect(within(card('modelRequests')).getByRole('alert').textContent).toContain('vip')
})

test('numbers out of range are reported with their group', async () => {
  const { user, card, written, option, fill, save, waitForText } = await visitSettings('ratelimit', {
    language: 'zh',
    stored,
  })
  await user.click(within(card('modelRequests')).getByText('JSON'))
  for (const [text, message] of [
    ['{"vip":', '不是有效的 JSON'],
    ['{"vip":[-1,1]}', 'vip → 最多请求次数：不能小于 0'],
    ['{"vip":[0,0]}', 'vip → 最多成功次数：不能小于 1'],
    ['{"vip":[1]}', 'vip：必须是一对数字'],
  ] as const) {
    fill('ModelRequestRateLimitGroup', text)
    await within(option('ModelRequestRateLimitGroup')).findByText(new RegExp(message))
  }
  fill('ModelRequestRateLimitSuccessCount', '0')
  fill('ModelRequestRateLimitCount', '-1')
  fill('ModelRequestRateLimitDurationMinutes', '-1')
  await save('modelRequests')
  await waitForText('未保存，请修正标出的内容')
  const bounds = {
    ModelRequestRateLimitSuccessCount: '请填写 1 到 1,000,000,000 之间的数',
    ModelRequestRateLimitCount: '请填写 0 到 1,000,000,000 之间的数',
    ModelRequestRateLimitDurationMinutes: '请填写 0 到 525,600 之间的数',
  }
  for (const [key, message] of Object.entries(bounds)) await within(option(key)).findByText(message)
  expect(written()).toEqual([])
})

test('the switch is saved after the numbers, and not after a failure; saved numbers stay saved', async () => {
  const here = await visitSettings('ratelimit')
  const { user, api, stored: onServer, written, control, option, fill, save, waitForText } = here
  const write: NonNullable<Answers['PUT /api/option/']> = ({ body: { key, value } }) => {
    onServer.set(key, value)
    return {}
  }
  await user.click(control('ModelRequestRateLimitEnabled'))
  fill('ModelRequestRateLimitCount', '100')
  fill('ModelRequestRateLimitDurationMinutes', '5')
  api.answer({
    'PUT /api/option/': (received) =>
      received.body.key === 'ModelRequestRateLimitCount' ? badGateway() : write(received),
  })
  await save('modelRequests')
  await waitForText('Some settings were not saved. Try again.')
  within(option('ModelRequestRateLimitCount')).getByRole('alert')
  const keys = () => written().map(({ key }) => key)
  expect(keys().sort()).toEqual(['ModelRequestRateLimitCount', 'ModelRequestRateLimitDurationMinutes'])
  api.answer({ 'PUT /api/option/': write })
  await save('modelRequests')
  await waitForText('Saved')
  expect(keys()).toEqual(['ModelRequestRateLimitCount', 'ModelRequestRateLimitEnabled'])
})

test('a save whose reload fails is reported as saved, together with the failed reload', async () => {
  const { api, stored: onServer, control, fill, save, waitForText } = await visitSettings('ratelimit')
  api.answer({ 'GET /api/option/': badGateway })
  fill('ModelRequestRateLimitCount', '77')
  await save('modelRequests')
  await waitForText('Saved')
  await waitForText('Refresh failed')
  expect(onServer.get('ModelRequestRateLimitCount')).toBe('77')
  expect(control('ModelRequestRateLimitCount')).toHaveProperty('value', '77')
})

test('a link to limits focuses a field, not the button that removes a row', async () => {
  const { card } = await visitSettings('ratelimit', { stored: { GroupLimits: '{"vip":{"rpm":5}}' } })
  const row = within(card('groupLimits')).getByRole('group', { name: 'vip' })
  const focused = focusTarget(row, 'no-control-of-this-id')
  expect(focused === within(row).getByLabelText('Requests per minute')).toBe(true)
})
