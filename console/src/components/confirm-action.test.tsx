import { expect, test } from 'bun:test'
import { Button } from 'antd'
import { screen, visit } from '../../test/visit.tsx'
import { useConfirmAction } from './confirm-action.tsx'

function DeleteButton({ run }: { run(): Promise<unknown> }) {
  const confirmAction = useConfirmAction()
  const options = { title: 'Delete “ci”?', consequence: 'Its calls fail at once.', confirm: 'Delete', run }
  return <Button onClick={() => confirmAction(options)}>Delete…</Button>
}

test('the action runs only after it is confirmed', async () => {
  let runs = 0
  const run = async () => {
    runs++
  }
  const { user } = await visit(<DeleteButton run={run} />)
  await user.click(screen.getByRole('button', { name: 'Delete…' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(runs).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Delete…' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(runs).toBe(1)
})
