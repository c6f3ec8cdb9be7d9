import { expect, test } from 'bun:test'
import { permissionsOf, withhold } from '@sluice/contract/admin-rights'
import { roles } from '@sluice/contract/roles'
import { Form } from 'antd'
import { screen, visit } from '../../../test/visit.tsx'
import { RightsField } from './rights-field.tsx'
import { newUserValues, type UserValues } from './user-values.ts'

const ownRoles = [
  {
    id: 4,
    name: 'Night shift',
    permissions: permissionsOf(withhold(0, { log: { read: false } })),
    holders: 2,
    created_time: 1,
    updated_time: 1,
  },
]

async function showField(viewer: 'root' | 'admin', role: number) {
  const values: UserValues[] = []
  const visited = await visit(
    <Form<UserValues> initialValues={{ ...newUserValues, role }} onValuesChange={(_, all) => values.push(all)}>
      <Form.Item name="role" hidden>
        <input />
      </Form.Item>
      <RightsField />
    </Form>,
    { role: viewer, answers: { 'GET /api/authz/roles': () => ({ data: ownRoles }) } },
  )
  return { ...visited, rights: () => values.at(-1)?.rights, role: () => values.at(-1)?.adminRole }
}

test('a super administrator chooses what an administrator may do', async () => {
  const { user, rights } = await showField('root', roles.admin)
  await user.click(await screen.findByLabelText('Change balances'))
  expect(rights()?.user).toEqual({ read: true, write: true, balance: false })
  await user.click(screen.getByRole('button', { name: 'View only' }))
  expect(rights()?.channel).toEqual({ read: true, operate: false, write: false, sensitive_write: false })
  // Changing needs viewing, and nothing is left without it.
  const [viewChannels] = screen.getAllByLabelText('View')
  await user.click(screen.getByLabelText('Test and switch'))
  if (viewChannels) await user.click(viewChannels)
  expect(rights()?.channel).toEqual({ read: false, operate: false, write: false, sensitive_write: false })
  await user.click(screen.getByLabelText('Test and switch'))
  expect(rights()?.channel).toEqual({ read: true, operate: true, write: false, sensitive_write: false })
})

test('with a role, the form shows the rights of the role and does not change them', async () => {
  const { user, role } = await showField('root', roles.admin)
  await user.click(await screen.findByLabelText('Role'))
  await user.click(await screen.findByText('Night shift'))
  expect(role()).toBe(4)
  await screen.findByText(/These are the rights of the role/)
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.every(({ disabled }) => disabled)).toBe(true)
  expect(boxes.filter(({ checked }) => !checked)).toHaveLength(1)
})

test('other roles have no rights to choose, and other viewers do not choose them', async () => {
  await showField('root', roles.user)
  expect(screen.queryByText('What this administrator may do')).toBeNull()
  await showField('admin', roles.admin)
  expect(screen.queryByText('What this administrator may do')).toBeNull()
})
