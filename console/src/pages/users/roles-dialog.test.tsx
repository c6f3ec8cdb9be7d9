import { expect, test } from 'bun:test'
import { permissionsOf } from '@sluice/contract/admin-rights'
import { screen, visit } from '../../../test/visit.tsx'
import { RolesDialog } from './roles-dialog.tsx'

const role = { id: 4, name: 'Night shift', permissions: permissionsOf(0), holders: 0, created_time: 1, updated_time: 1 }
const held = { ...role, id: 5, name: 'Desk', holders: 2 }

const show = () =>
  visit(<RolesDialog onClose={() => undefined} />, {
    role: 'root',
    answers: {
      'GET /api/authz/roles': () => ({ data: [held, role] }),
      'POST /api/authz/roles': () => ({ data: role }),
      'DELETE /api/authz/roles/:id': () => ({}),
    },
  })

test('a role is a name and rights', async () => {
  const { user, api } = await show()
  await user.click(await screen.findByRole('button', { name: 'Add a role' }))
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await screen.findByText('Enter a name')
  await user.type(screen.getByLabelText('Name'), 'Readers')
  await user.click(screen.getByRole('button', { name: 'View only' }))
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('Role saved')
  const sent = api.takeCalls().find(({ key }) => key === 'POST /api/authz/roles')?.body
  expect(sent).toMatchObject({ name: 'Readers', permissions: { log: { read: true }, user: { write: false } } })
})

test('a role with holders is not deleted, another one after a question', async () => {
  const { user, api } = await show()
  await user.click(await screen.findByRole('button', { name: 'Delete Desk' }))
  await screen.findByText('2 administrators have this role. Give them another one first.')
  await user.click(screen.getByRole('button', { name: 'Delete Night shift' }))
  await screen.findByText('Nobody has this role. Its name and its rights are lost.')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Role deleted')
  expect(api.takeCalls().map(({ key }) => key)).toContain('DELETE /api/authz/roles/:id')
})
