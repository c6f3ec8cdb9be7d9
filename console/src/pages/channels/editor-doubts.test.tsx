import { expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import type { ListedChannel } from '@sluice/contract/channel-list'
import type { Answers } from '../../../test/fake-api.ts'
import { sampleChannel } from '../../../test/sample-channel.ts'
import { screen, visit, waitFor, waitUntilGone, within } from '../../../test/visit.tsx'
import { BalanceCell } from './balance-cell.tsx'
import { ChannelDrawer } from './channel-drawer.tsx'
import { channelEditorAnswers } from './test-channel.ts'
import { useChannelActions } from './use-channel-actions.ts'

const stored: Channel = { ...sampleChannel, type: 37, models: 'dify,own-model', base_url: 'https://old.example' }

const answers: Answers = {
  ...channelEditorAnswers(stored),
  'GET /api/models': () => ({ data: { 1: ['gpt-4o'], 18: ['generalv3.5'], 37: ['dify'] } }),
  'PUT /api/channel/': () => ({ data: stored }),
  'POST /api/channel/': () => ({ data: [stored] }),
}

const timeoutMs = 60_000

const field = (name: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(`[id$="${name}"]`)
    if (found === null) throw new Error(`there is no control ${name}`)
    return found
  })

async function chooseType(
  user: { click(element: Element): Promise<void>; type(element: Element, text: string): Promise<void> },
  name: string,
) {
  const control = await field('_type')
  await user.click(control)
  await user.type(control, name)
  const option = await waitFor(() => {
    const found = [...document.querySelectorAll('.ant-select-item-option')].find((item) => item.textContent === name)
    if (!found) throw new Error(`no option ${name}`)
    return found
  })
  await user.click(option)
}

test(
  'models of the former type are named when the type changes, and can be removed',
  async () => {
    const { user } = await visit(<ChannelDrawer open={{ kind: 'edit', id: 7 }} onClose={() => undefined} />, {
      answers,
    })
    await field('base_url')
    expect(screen.queryAllByText(/chosen for another type/)).toHaveLength(0)
    await chooseType(user, 'iFlytek Spark')
    const notice = await screen.findByText(/2 models were chosen for another type/)
    expect(notice.textContent).toContain('dify')
    await user.click(screen.getByRole('button', { name: 'Remove all 2' }))
    await waitUntilGone(() => screen.queryByText(/chosen for another type/))
  },
  timeoutMs,
)

test(
  'an address with /v1 is saved without it on request',
  async () => {
    const { user, api } = await visit(<ChannelDrawer open={{ kind: 'edit', id: 7 }} onClose={() => undefined} />, {
      answers,
    })
    const url = await field('base_url')
    await user.clear(url)
    await user.type(url, 'https://new.example/v1')
    api.takeCalls()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const question = await screen.findByRole('dialog', { name: /ends in \/v1/ })
    expect(within(question).getByRole('button', { name: 'Save anyway' })).toBeDefined()
    await user.click(within(question).getByRole('button', { name: 'Remove /v1 and save' }))
    await waitFor(() =>
      expect(api.takeCalls().find(({ key }) => key === 'PUT /api/channel/')?.body).toEqual({
        id: 7,
        base_url: 'https://new.example',
      }),
    )
  },
  timeoutMs,
)

test(
  'a channel of a local service is created without a key',
  async () => {
    const { user, api } = await visit(
      <ChannelDrawer open={{ kind: 'add', copyOf: null }} onClose={() => undefined} />,
      { answers },
    )
    await field('base_url')
    await chooseType(user, 'Ollama')
    await user.type(await field('_name'), 'Local')
    await user.type(screen.getByLabelText(/comma-separated/), 'llama{Enter}')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() =>
      expect(api.takeCalls().find(({ key }) => key === 'POST /api/channel/')?.body).toMatchObject({
        name: 'Local',
        key: '',
        type: 4,
      }),
    )
  },
  timeoutMs,
)

function Balance({ type }: { type: number }) {
  const channel: ListedChannel = { ...sampleChannel, type, model_count: 1, first_models: ['gpt-4o'] }
  return <BalanceCell channel={channel} actions={useChannelActions()} />
}

test('the balance can be requested only where the upstream reports one', async () => {
  await visit(<Balance type={1} />)
  expect(screen.getByRole('button').textContent).toBe('Check')
})

test('a channel whose balance cannot be read has no button for it', async () => {
  await visit(<Balance type={14} />)
  expect(await screen.findByText('–')).toBeDefined()
  expect(screen.queryAllByRole('button')).toHaveLength(0)
})
