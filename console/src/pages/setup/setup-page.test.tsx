import { expect, test } from 'bun:test'
import type { SetupStatus } from '@sluice/contract/setup'
import { Form } from 'antd'
import { type Answers, refuse } from '../../../test/fake-api.ts'
import { fireEvent, screen, visit, waitFor } from '../../../test/visit.tsx'
import { SiteSection } from './setup-form.tsx'
import { SetupPage } from './setup-page.tsx'

/** The set-up page of a new site. `sent`: the bodies of the submitted forms, each of which gets `answer`. */
async function visitSetup(
  more: Partial<SetupStatus> = {},
  answer: NonNullable<Answers['POST /api/setup']> = () => refuse('setup_token_wrong', {}),
) {
  const sent: unknown[] = []
  const data: SetupStatus = {
    status: false,
    root_init: true,
    database_type: 'postgres',
    setup_token_required: false,
    ...more,
  }
  const { user } = await visit(<SetupPage />, {
    role: 'guest',
    at: '/setup',
    answers: {
      'GET /api/setup': () => ({ data }),
      'POST /api/setup': (received) => {
        sent.push(received.body)
        return answer(received)
      },
    },
  })
  const submit = () => user.click(screen.getByRole('button', { name: 'Initialise system' }))
  return { user, sent, submit }
}

test('the set-up proposes the address of the browser, and shows its success before it leads on', async () => {
  const { sent, submit } = await visitSetup({ database_type: 'sqlite' }, () => ({}))
  const address = await screen.findByLabelText<HTMLInputElement>('Site address')
  expect(address.value).toBe(location.origin)
  fireEvent.change(address, { target: { value: 'https://ai.example.com/' } })
  const before = location.href
  await submit()
  await screen.findByText('System initialised successfully, redirecting')
  expect(sent).toEqual([expect.objectContaining({ ServerAddress: 'https://ai.example.com' })])
  expect(location.href).toBe(before)
})

test.each([
  ['', 'Without a path.'],
  ['/ai', 'With the path /ai at its end.'],
])('the help of the site address follows the base path %p', async (path, end) => {
  await visit(
    <Form>
      <SiteSection path={path} />
    </Form>,
    { role: 'guest' },
  )
  expect(screen.getByText(/Links in mails/).textContent).toEndWith(end)
})

test('registration is asked for external operation, and closed unless it is opened', async () => {
  const { user, sent, submit } = await visitSetup()
  expect((await screen.findByLabelText<HTMLInputElement>('Only administrators')).checked).toBe(true)
  await submit()
  await waitFor(() => expect(sent).toMatchObject([{ RegisterEnabled: false }]))
  await user.click(screen.getByLabelText('Every visitor'))
  await submit()
  await waitFor(() => expect(sent[1]).toMatchObject({ RegisterEnabled: true }))
  await user.click(screen.getByLabelText(/^Self-use/))
  expect(screen.queryByLabelText('Every visitor')).toBeNull()
  await submit()
  await waitFor(() => expect(sent[2]).toMatchObject({ RegisterEnabled: false, SelfUseModeEnabled: true }))
})

test('from another machine the token is asked for, sent, and marked when it is wrong', async () => {
  const { sent, submit } = await visitSetup({ setup_token_required: true })
  const token = await screen.findByLabelText<HTMLInputElement>('Set-up token', { selector: 'input' })
  expect(screen.getByText(/The server prints it when it starts/)).toBeDefined()
  await submit()
  await screen.findByText('Enter the set-up token')
  expect(sent).toEqual([])
  fireEvent.change(token, { target: { value: ' tok ' } })
  await submit()
  await screen.findByText('The set-up token is wrong')
  expect(sent).toMatchObject([{ setup_token: 'tok' }])
})

test('the name and both passwords of the administrator are required', async () => {
  const { sent, submit } = await visitSetup({ root_init: false })
  const fields = await Promise.all(
    ['Administrator username', 'Password', 'Confirm password'].map((label) =>
      screen.findByLabelText(label, { selector: 'input' }),
    ),
  )
  await submit()
  await screen.findByText('Enter the password again')
  for (const field of fields) {
    expect([field.getAttribute('aria-required'), field.getAttribute('aria-invalid')]).toEqual(['true', 'true'])
  }
  expect(sent).toEqual([])
})
