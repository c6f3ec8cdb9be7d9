import { expect, test } from 'bun:test'
import { visitSettings } from '../../../test/settings-visit.tsx'
import { fireEvent, screen, within } from '../../../test/visit.tsx'

const answers = { 'GET /api/group/usage': () => ({ data: [] }) }
const groups = { GroupRatio: '{"default":1,"vip":0.8,"eu":1.1}' }

async function visitOrder(AutoGroups: string, GroupRatio = groups.GroupRatio) {
  const here = await visitSettings('operation', { stored: { GroupRatio, AutoGroups }, answers })
  await screen.findByRole('heading', { name: 'Automatic group' })
  const order = () => within(here.control('AutoGroups')).getAllByRole('listitem')
  const button = (name: string) => within(here.card('autoGroups')).getByRole('button', { name })
  return { ...here, order, button }
}

test('automatic groups are ordered, added and removed by the keyboard, and the focus stays with the group', async () => {
  const { user, order, button, card, save, waitForText, written } = await visitOrder('["default","vip","gone"]')
  const names = () => order().map((item) => item.querySelector('code')?.textContent)
  const third = order()[2]
  if (third === undefined) throw new Error('the third group is not listed')
  within(third).getByText('Does not exist')
  button('Move vip down').focus()
  await user.keyboard('{Enter}')
  expect(names()).toEqual(['default', 'gone', 'vip'])
  await waitForText('vip is now at place 3 of 3')
  // It cannot go further down.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move vip up')
  await user.keyboard('{Enter}{Enter}')
  expect(names()).toEqual(['vip', 'default', 'gone'])
  button('Remove gone').focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove default')
  fireEvent.mouseDown(within(card('autoGroups')).getByRole('combobox', { name: 'Add a group' }))
  await user.click(await screen.findByTitle('eu'))
  await save('autoGroups')
  await waitForText('Saved')
  expect(written()).toEqual([{ key: 'AutoGroups', value: '["vip","default","eu"]' }])
})

test('an order that is no list of different names is edited as JSON', async () => {
  const { user, button, control } = await visitOrder('["default","default"]')
  await user.click(button('Show JSON'))
  expect(control('AutoGroups')).toHaveProperty('value', '["default", "default"]')
})

test('auto is neither proposed for the order nor accepted in it', async () => {
  const { user, card, fill } = await visitOrder('["default"]', '{"default":1,"auto":2,"eu":1}')
  fireEvent.mouseDown(within(card('autoGroups')).getByRole('combobox', { name: 'Add a group' }))
  await screen.findByTitle('eu')
  expect(screen.queryByTitle('auto')).toBeNull()
  await user.click(within(card('autoGroups')).getByText('JSON'))
  fill('AutoGroups', '["default","auto"]')
  await within(card('autoGroups')).findByText(/^Auto represents this list/)
})

test('models are hidden from a group by name', async () => {
  const { card, save, waitForText, written } = await visitSettings('operation', { stored: groups, answers })
  await screen.findByRole('heading', { name: 'Models by group' })
  const field = within(card('groupModels')).getByRole('combobox', { name: 'Models hidden from vip' })
  fireEvent.change(field, { target: { value: 'o1*,' } })
  await save('groupModels')
  await waitForText('Saved')
  expect(written().map(({ key, value }) => [key, JSON.parse(value)])).toEqual([['GroupHiddenModels', { vip: ['o1*'] }]])
})

test('a minimum and a maximum that are changed together are saved together, and told in the currency', async () => {
  const saved: unknown[] = []
  const names = ['checkin_setting.min_quota', 'checkin_setting.max_quota'] as const
  const here = await visitSettings('operation', {
    stored: { [names[0]]: '1000', [names[1]]: '510000' },
    answers: {
      ...answers,
      'PUT /api/option/batch': ({ body: { options } }) => {
        saved.push(options.map(({ key, value }) => [key, value]))
        return { data: { changed: options.map(({ key }) => key) } }
      },
    },
  })
  await screen.findByRole('heading', { name: 'Daily check-in' })
  expect(here.option(names[0]).textContent).toContain('$0.000002')
  here.fill(names[0], '2')
  here.fill(names[1], '3')
  await here.save('checkin')
  await here.waitForText('Saved')
  expect(saved).toEqual([
    [
      [names[0], '1000000'],
      [names[1], '1500000'],
    ],
  ])
  expect(here.written()).toEqual([])
})

test('markup rules that take models off sale are saved after a question only', async () => {
  let asked: unknown
  const unpriced = { models: 9, names: ['own-model', 'other-model'] }
  const noCalls = { calls: 0, charge: 0, would_charge: 0 }
  const effect = {
    ...noCalls,
    days: 0,
    models: [],
    margin: { calls: 0, margin: 0, would_margin: 0 },
    costs_found: 0,
    at_earlier_prices: 0,
    skipped: 0,
    skipped_by: {},
    is_partial: false,
    changed: 9,
    changed_prices: [],
    governed: [],
    unpriced,
  }
  const { user, fill, save, waitForText, written } = await visitSettings('operation', {
    stored: { ...groups, CostPrices: '{"own-model":{"ratio":1}}' },
    answers: {
      ...answers,
      'POST /api/prices/preview': ({ body }) => {
        asked = body
        return { data: effect }
      },
    },
  })
  await screen.findByRole('heading', { name: 'Costs and markups' })
  fill('MarkupRules', '[{"models":["*"],"factor":2}]')
  fill('CostPrices', '{}')
  await save('markup')
  await waitForText('9 models would lose their prices')
  await waitForText(/own-model, other-model/)
  expect(asked).toEqual({
    changes: [{ model: 'own-model', cost: null }],
    markup_rules: [{ models: ['*'], factor: 2 }],
    days: 0,
  })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(written()).toEqual([])
  await save('markup')
  await user.click(await screen.findByRole('button', { name: 'Save anyway' }))
  await waitForText('Saved')
  expect(written().map(({ key }) => key)).toEqual(expect.arrayContaining(['MarkupRules', 'CostPrices']))
  unpriced.models = 0
  fill('MarkupRules', '[]')
  await save('markup')
  await screen.findAllByText('Saved')
  expect(written()).toEqual([{ key: 'MarkupRules', value: '[]' }])
})

test('models without a price stand first in the card of prices, and lead to the page of prices', async () => {
  const channels = [{ id: 1, name: 'main' }]
  const missing = Array.from({ length: 7 }, (_, at) => ({ model: `own-model-${at}`, channels }))
  const { card } = await visitSettings('operation', {
    stored: groups,
    answers: { ...answers, 'GET /api/option/unset_models': () => ({ data: missing }) },
  })
  const list = await screen.findByRole('region', { name: '7 enabled models have no price' })
  expect(card('prices').contains(list)).toBe(true)
  const linksTo = (link: HTMLElement) => link.getAttribute('href')
  expect(within(list).getAllByRole('link').map(linksTo)).toEqual([
    '/console/prices?state=unpriced',
    ...[0, 1, 2, 3, 4].map((at) => `/console/prices?open=own-model-${at}`),
  ])
  expect(within(list).getAllByText('main').length).toBe(5)
  within(list).getByText('and 2 more')
})

test('an administrator who may only read settings changes no table', async () => {
  const here = await visitSettings('operation', { stored: groups, answers, role: 'viewer' })
  await screen.findByRole('heading', { name: 'Groups' })
  const buttons = () => within(here.card('groups')).getAllByRole<HTMLButtonElement>('button', { name: /^Delete|^Add/ })
  expect(buttons().length).toBeGreaterThan(1)
  expect(buttons().every(({ disabled }) => disabled)).toBe(true)
  expect(screen.queryByRole('button', { name: 'Add rules for a model' })).toBeNull()
})
