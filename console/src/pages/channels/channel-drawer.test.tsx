import { expect, test } from 'bun:test'
import { makeReason } from '@sluice/contract/error-reasons'
import { badGateway, refuse } from '../../../test/fake-api.ts'
import { sampleChannel } from '../../../test/sample-channel.ts'
import { screen, visit, waitForValue, within } from '../../../test/visit.tsx'
import { ChannelDrawer } from './channel-drawer.tsx'
import { channelEditorAnswers } from './test-channel.ts'

const answers = channelEditorAnswers(sampleChannel)
const drawer = <ChannelDrawer open={{ kind: 'edit', id: 7 }} onClose={() => undefined} />

test('a channel that could not be loaded is tried again in its drawer', async () => {
  const { user, api } = await visit(drawer, { answers: { ...answers, 'GET /api/channel/:id': badGateway } })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  api.answer({ 'GET /api/channel/:id': () => ({ data: sampleChannel }) })
  await user.click(retry)
  await waitForValue(() => screen.getByLabelText('Name'), sampleChannel.name)
})

test('a channel that is being loaded can be saved, not created', async () => {
  const { promise, resolve } = Promise.withResolvers<{ data: typeof sampleChannel }>()
  await visit(drawer, { answers: { ...answers, 'GET /api/channel/:id': () => promise } })
  await screen.findByRole('button', { name: 'Save' })
  expect(screen.queryByRole('button', { name: 'Create' })).toBeNull()
  resolve({ data: sampleChannel })
  await waitForValue(() => screen.getByLabelText('Name'), sampleChannel.name)
})

test('a channel that is gone is not tried again', async () => {
  await visit(drawer, {
    language: 'zh',
    answers: { ...answers, 'GET /api/channel/:id': () => refuse('not_found', { what: makeReason('channel') }) },
  })
  await within(await screen.findByRole('alert')).findByRole('button', { name: '关闭' })
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
})
