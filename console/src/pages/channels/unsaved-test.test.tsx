import { expect, test } from 'bun:test'
import type { channelTestAnswer } from '@sluice/contract/channel-check'
import { Form, Input } from 'antd'
import type { z } from 'zod'
import { screen, visit } from '../../../test/visit.tsx'
import { newChannelValues } from './channel-form.ts'
import { UnsavedTest } from './unsaved-test.tsx'

const figures: z.infer<typeof channelTestAnswer> = {
  time: 0.4,
  model: 'gpt-4o',
  endpoint_type: 'openai',
  stream: false,
  first_token: null,
  prompt_tokens: 1,
  completion_tokens: 1,
  tokens_per_second: null,
  quota: null,
  cost_quota: null,
}

const form = (
  <Form initialValues={{ ...newChannelValues, models: ['gpt-4o'] }}>
    <Form.Item name="key">
      <Input aria-label="key" />
    </Form.Item>
    <UnsavedTest type={1} stored={null} />
  </Form>
)

test('the typed key is tested without a name, and the result goes with another key', async () => {
  let body: unknown
  const { user } = await visit(form, {
    answers: {
      'POST /api/channel/test': (request) => {
        body = request.body
        return figures
      },
    },
  })
  const button = await screen.findByRole('button', { name: 'Test' })
  expect(button.hasAttribute('disabled')).toBe(true)
  await user.type(screen.getByLabelText('key'), 'sk-1')
  await user.click(button)
  expect(await screen.findByText(/Works: gpt-4o answered in/)).toBeDefined()
  expect(body).toMatchObject({ channel: { type: 1, key: 'sk-1', models: 'gpt-4o' }, model: '' })
  await user.type(screen.getByLabelText('key'), '2')
  expect(screen.queryByText(/Works/)).toBeNull()
})

test('a refusal names the model and the reason', async () => {
  const { user } = await visit(form, {
    answers: { 'POST /api/channel/test': () => ({ ...figures, success: false, message: 'bad key' }) },
  })
  await user.type(await screen.findByLabelText('key'), 'sk-1')
  await user.click(screen.getByRole('button', { name: 'Test' }))
  expect(await screen.findByText('Test with gpt-4o failed: bad key')).toBeDefined()
})
