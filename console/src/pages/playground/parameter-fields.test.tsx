import { expect, mock, test } from 'bun:test'
import { screen, visit } from '../../../test/visit.tsx'
import { type ModelParameters, parametersOf } from './model-parameters.ts'
import ParameterFields from './parameter-fields.tsx'
import ToolCalls from './tool-calls.tsx'

const show = (value: ModelParameters, onChange: (changes: ModelParameters) => void = () => {}) =>
  visit(<ParameterFields value={value} taken={parametersOf('claude-sonnet-4-5', undefined)} onChange={onChange} />)

test('only parameters of the model are offered, and an empty field leaves the choice to it', async () => {
  const onChange = mock()
  const { user } = await show({ topP: 0.5 }, onChange)
  expect(screen.queryByLabelText('Seed')).toBeNull()
  await user.clear(screen.getByLabelText('Top P'))
  await user.tab()
  expect(onChange).toHaveBeenLastCalledWith({ topP: undefined })
})

test('a schema that is no JSON object is named', async () => {
  await show({ schema: '{' })
  expect(screen.getByText('This is not a JSON object')).toBeTruthy()
})

test('the first tool is an example that works', async () => {
  const onChange = mock()
  const { user } = await show({}, onChange)
  await user.click(screen.getByRole('button', { name: 'Add a tool' }))
  expect(onChange).toHaveBeenLastCalledWith({ tools: [expect.objectContaining({ name: 'get_weather' })] })
})

test('the proposed result of a call is sent, or what the person writes instead', async () => {
  const onSend = mock()
  const call = { id: 'c', name: 'get_weather', arguments: '{"city":"Paris"}' }
  const { user } = await visit(<ToolCalls calls={[call, call]} resultOf={() => 'sunny'} onSend={onSend} />)
  expect(screen.getAllByText(/"city": "Paris"/)).toHaveLength(2)
  const [first] = screen.getAllByRole('textbox')
  if (!first) throw new Error('no field')
  await user.clear(first)
  await user.type(first, 'rain')
  await user.click(screen.getByRole('button', { name: 'Send the results' }))
  expect(onSend).toHaveBeenCalledWith(['rain', 'sunny'])
})
