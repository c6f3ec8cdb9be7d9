import { describe, expect, test } from 'bun:test'
import { makeReason } from '@sluice/contract/error-reasons'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { refuse } from '../../test/fake-api.ts'
import { fireEvent, screen, visit, waitFor, waitForValue, waitUntilGone } from '../../test/visit.tsx'
import { api } from '../lib/api.ts'
import { FormDialog } from './form-dialog.tsx'
import { FormDrawer, type Submitted } from './form-drawer.tsx'

interface Values {
  name: string
}

const initialValues = { name: 'Ada' }
const save = async ({ name }: Values): Promise<Submitted> => {
  if (name === initialValues.name) return 'unchanged'
  await api('PUT /api/user/self', { body: { display_name: name } })
  return 'saved'
}
const field = (
  <Form.Item name="name" label="Name">
    <Input data-testid="name" />
  </Form.Item>
)

/** A page with a form that stays open until it is closed. */
function Page({ kind }: { kind: 'dialog' | 'drawer' }) {
  const [isOpen, setIsOpen] = useState(true)
  const onClose = () => setIsOpen(false)
  const shared = { title: 'Profile', submitText: 'Save', initialValues, onClose }
  if (kind === 'drawer')
    return (
      <FormDrawer<Values> {...shared} open={isOpen} onSubmit={save}>
        {field}
      </FormDrawer>
    )
  return isOpen ? (
    <FormDialog<Values> {...shared} name="profile" onSubmit={(values) => save(values).then(onClose)}>
      {field}
    </FormDialog>
  ) : null
}

const name = () => screen.getByTestId('name')
const form = () => screen.queryByTestId('name')

describe.each(['dialog', 'drawer'] as const)('a form in a %s', (kind) => {
  const cancel = async () => fireEvent.click(await screen.findByText('Cancel'))

  test('asks before input is discarded, and keeps it on request', async () => {
    await visit(<Page kind={kind} />, { role: 'user' })
    fireEvent.change(name(), { target: { value: 'Grace' } })
    await cancel()
    fireEvent.click(await screen.findByText('Keep editing'))
    await waitUntilGone(() => screen.queryByText('Discard unsaved changes?'))
    await waitForValue(name, 'Grace')
    await cancel()
    fireEvent.click(await screen.findByText('Discard changes'))
    await waitUntilGone(form)
  })

  test('closes at once without changes', async () => {
    await visit(<Page kind={kind} />, { role: 'user' })
    await cancel()
    await waitUntilGone(form)
  })

  test('closes after a save, and stays open with the reason after a refusal', async () => {
    const sent: unknown[] = []
    const reason = makeReason('required')
    const { api: server } = await visit(<Page kind={kind} />, {
      role: 'user',
      answers: { 'PUT /api/user/self': () => refuse('username_taken', {}, { name: reason }) },
    })
    fireEvent.change(name(), { target: { value: 'Grace' } })
    fireEvent.click(screen.getByText('Save'))
    await screen.findByText('This is required')
    await waitForValue(name, 'Grace')
    server.answer({
      'PUT /api/user/self': ({ body }) => {
        sent.push(body)
        return {}
      },
    })
    fireEvent.click(screen.getByText('Save'))
    await waitUntilGone(form)
    expect(sent).toEqual([{ display_name: 'Grace' }])
  })

  test('takes no input while it is saved, and gives the focus back after a failure', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await visit(<Page kind={kind} />, {
      role: 'user',
      answers: { 'PUT /api/user/self': () => promise.then(() => refuse('username_taken', {})) },
    })
    fireEvent.change(name(), { target: { value: 'Grace' } })
    name().focus()
    fireEvent.click(screen.getByText('Save'))
    await waitFor(() => expect(name().closest('[inert]')).not.toBeNull())
    // A browser takes the focus away from what becomes inert.
    name().blur()
    resolve()
    await screen.findByText(/name is taken/i)
    expect(name().closest('[inert]')).toBeNull()
    expect(document.activeElement === name()).toBe(true)
    await waitForValue(name, 'Grace')
  })
})

test('a drawer without changes says so and stays open, with what is typed afterwards', async () => {
  await visit(<Page kind="drawer" />, { role: 'user' })
  fireEvent.click(screen.getByText('Save'))
  await screen.findByText('No changes to save')
  fireEvent.change(name(), { target: { value: 'Grace' } })
  await waitUntilGone(() => screen.queryByText('No changes to save'))
  await waitForValue(name, 'Grace')
  fireEvent.click(screen.getByText('Cancel'))
  await screen.findByText('Keep editing')
})
