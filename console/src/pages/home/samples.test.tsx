import { expect, test } from 'bun:test'
import { screen, visit } from '../../../test/visit.tsx'
import { Samples } from './samples.tsx'

test('the receipt of the home page adds up like any other', async () => {
  await visit(<Samples />)
  screen.getByText('Sum verified')
  expect(screen.queryByText(/do not add up/)).toBeNull()
})
