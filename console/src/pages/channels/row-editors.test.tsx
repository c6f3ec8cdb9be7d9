import { describe, expect, test } from 'bun:test'
import { Form } from 'antd'
import { useState } from 'react'
import { fireEvent, screen, visit, waitFor, waitForValue, waitUntilGone, within } from '../../../test/visit.tsx'
import { type ChannelFormValues, newChannelValues } from './channel-form.ts'
import { useFieldRules } from './field-rules.ts'
import { FoldedSections } from './folded-sections.tsx'
import { ModelMappingField } from './mapping-field.tsx'
import { modelMappingRows } from './mapping-rows.ts'
import type { FoldedSectionName } from './section-summary.ts'
import { UnlistedNames } from './unlisted-names.tsx'

type Values = Partial<ChannelFormValues>

/** A part of the channel form that has rows: the model mapping, or the folded sections. */
function Fields({ values, part, onSave }: { values: Values; part: Part; onSave(saved: Values): void }) {
  const [open, setOpen] = useState<ReadonlySet<FoldedSectionName>>(new Set())
  const rules = useFieldRules()
  return (
    <Form<Values> initialValues={{ ...newChannelValues, ...values }} onFinish={onSave}>
      {part === 'mapping' ? (
        <Form.Item name="model_mapping" rules={[rules.rows(modelMappingRows)]}>
          <ModelMappingField />
        </Form.Item>
      ) : (
        <FoldedSections storedExpiry={-1} open={open} onOpen={(name) => setOpen(new Set([...open, name]))} />
      )}
      <button type="submit">Save</button>
    </Form>
  )
}
type Part = 'mapping' | 'folded'

const findLabelled = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  if (found === null) throw new Error(`nothing has the label ${name}`)
  return found
}
const findJsonArea = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`textarea#${name}`)
  if (found === null) throw new Error(`${name} is not shown as JSON`)
  return found
}
const typeInto = (field: HTMLElement, value: string) => {
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

async function edit(part: Part, values: Values = {}) {
  const saves: Values[] = []
  await visit(<Fields values={values} part={part} onSave={(saved) => saves.push(saved)} />)
  return {
    saves,
    fill: (name: string, value: string) => typeInto(findLabelled(name), value),
    press: (name: string) => fireEvent.click(screen.getByText(name)),
    /** Shows a field as rows or as JSON. */
    show: (name: string, view: 'Rows' | 'JSON') =>
      fireEvent.click(within(findLabelled(`Editor of “${name}”`)).getByText(view)),
    async choose(name: string, option: string) {
      fireEvent.mouseDown(findLabelled(name))
      const isOption = (element: Element | null) => element?.matches('.ant-select-item-option') === true
      fireEvent.click(await screen.findByTitle((title, element) => title === option && isOption(element)))
    },
    save: () => fireEvent.click(screen.getByText('Save')),
    /** Saves, and returns the values once the form accepts them. */
    async saved(): Promise<Values> {
      fireEvent.click(screen.getByText('Save'))
      await waitFor(() => expect(saves).toHaveLength(1))
      return saves[0] ?? {}
    },
  }
}

const parsed = (text: string | undefined): unknown => JSON.parse(text ?? '')

describe('a model mapping', () => {
  test('is edited row by row', async () => {
    const { fill, press, saved } = await edit('mapping', { model_mapping: '{"slow":"o3"}' })
    press('Add a model')
    fill('Requested model, row 2', 'fast')
    fill('Upstream model, row 2', 'gpt-4o-mini')
    fireEvent.click(findLabelled('Remove row 1'))
    expect(parsed((await saved()).model_mapping)).toEqual({ fast: 'gpt-4o-mini' })
  })

  test('with a row that is incomplete or repeated is refused under the field', async () => {
    const { fill, press, save, saves } = await edit('mapping', { model_mapping: '{"fast":"o3"}' })
    press('Add a model')
    save()
    await screen.findByText('Row 2 is incomplete. Fill in its fields or remove it.')
    fill('Requested model, row 2', 'fast')
    fill('Upstream model, row 2', 'o4-mini')
    await screen.findByText('Row 2 has the same name as a row above it.')
    expect(saves).toEqual([])
  })
})

test('mapped names that the channel does not list are reported, and can be added to its models with a click', async () => {
  const models: string[][] = []
  const mapping = '{"fast":"gpt-4o-mini","gpt-4o":"gpt-4o-2024"}'
  await visit(<UnlistedNames mapping={mapping} value={['gpt-4o']} onChange={(next) => models.push(next)} />)
  await screen.findByText(/1 mapped name is not in the models/)
  fireEvent.click(screen.getByText('Add to models'))
  expect(models).toEqual([['gpt-4o', 'fast']])
})

describe('an override', () => {
  test('is shown as rows or as JSON, and each view shows the changes of the other', async () => {
    const { fill, press, show, saved } = await edit('folded')
    press('Add an override')
    fill('Path, row 1', 'temperature')
    fill('Value, row 1', '0.2')
    show('Parameter overrides', 'JSON')
    await waitForValue(() => findJsonArea('param_override'), '{\n  "temperature": 0.2\n}')
    const override = { temperature: 0, operations: [{ mode: 'delete', path: 'stop' }] }
    typeInto(findJsonArea('param_override'), JSON.stringify(override))
    show('Parameter overrides', 'Rows')
    await waitForValue(() => findLabelled('Path, row 2'), 'stop')
    await screen.findByText('2 overrides')
    expect(parsed((await saved()).param_override)).toEqual(override)
  })

  test('stays in the JSON view while it is not valid JSON, and while rows cannot show it', async () => {
    const { show, save, saves } = await edit('folded')
    show('Parameter overrides', 'JSON')
    typeInto(findJsonArea('param_override'), '{"temperature":')
    show('Parameter overrides', 'Rows')
    await screen.findByText(/^This text is not a JSON object/)
    save()
    await screen.findByText('This is not valid JSON')
    const appends = '{"operations":[{"mode":"append","path":"stop","value":"."}]}'
    typeInto(findJsonArea('param_override'), appends)
    await screen.findByText(/^Rows cannot show all of this JSON/)
    await waitForValue(() => findJsonArea('param_override'), appends)
    expect(saves).toEqual([])
  })

  test('that rows cannot show opens in the JSON view', async () => {
    const stored = '{"operations":[{"mode":"append","path":"stop"}]}'
    await edit('folded', { param_override: stored })
    await waitForValue(() => findJsonArea('param_override'), stored)
  })
})

test('headers are set, removed, taken from the caller or passed; a fixed one is refused', async () => {
  const { fill, press, choose, save, saved, saves } = await edit('folded', {
    header_override: '{"X-Team":"{client_header:X-Crew}","X-Old":null,"re:^x-trace":""}',
  })
  await waitForValue(() => findLabelled('Header of the caller, row 1'), 'X-Crew')
  await waitForValue(() => findLabelled('* or re:pattern, row 3'), 're:^x-trace')
  press('Add a header')
  fill('Header, row 4', 'Host')
  fill('Value, row 4', 'example.com')
  save()
  await screen.findByText(/follows from the connection/)
  fill('Header, row 4', 'X-Key')
  fill('Value, row 4', '{api_key}')
  await waitUntilGone(() => screen.queryByText(/follows from the connection/))
  await choose('Action, row 1', 'Set')
  fill('Value, row 1', 'blue')
  expect(saves).toEqual([])
  expect(parsed((await saved()).header_override)).toEqual({
    'X-Team': 'blue',
    'X-Old': null,
    're:^x-trace': '',
    'X-Key': '{api_key}',
  })
})

test('status codes are numbers from 100 to 599, and keep the form in which they were written', async () => {
  const { fill, press, save, saved, saves } = await edit('folded', { status_code_mapping: '{"400":500}' })
  press('Add a status code')
  fill('From the upstream, row 2', '404')
  fill('Returned to the caller, row 2', '99')
  save()
  await screen.findByText('Row 2 needs status codes from 100 to 599.')
  expect(saves).toEqual([])
  fill('Returned to the caller, row 2', '503')
  expect((await saved()).status_code_mapping).toBe('{\n  "400": 500,\n  "404": "503"\n}')
})

test('cost prices are a share, a ratio or a price; other numbers are refused in their row', async () => {
  const { fill, press, choose, save, saved, saves } = await edit('folded', {
    cost_prices: '{"o3":{"ratio":2,"completion_ratio":4,"cache_ratio":0.5}}',
  })
  await screen.findByText('Also set, see JSON: cache_ratio')
  press('Add a cost price')
  fill('Model, or default, row 2', 'default')
  fill('Share, such as 0.6, row 2', '60%')
  save()
  await screen.findByText('Row 2 needs a number of 0 or more.')
  fill('Share, such as 0.6, row 2', '160')
  await screen.findByText('The share in row 2 must be 100 or less. 0.6 is 60%.')
  expect(saves).toEqual([])
  await choose('Kind of price, row 2', 'Price per call')
  fill('Price per call, row 2', '0.02')
  fill('Completion ratio, row 1', '5')
  expect(parsed((await saved()).cost_prices)).toEqual({
    o3: { ratio: 2, completion_ratio: 5, cache_ratio: 0.5 },
    default: { price: 0.02 },
  })
})

test('a refused field opens its folded section, and the head of a section counts what is set in it', async () => {
  const { save, saves } = await edit('folded', { param_override: '{"a":1}', setting: '{"proxy":' })
  await screen.findByText(/1 override/)
  const sections = () =>
    [...document.querySelectorAll('.ant-collapse-header')].map((head) => head.getAttribute('aria-expanded'))
  expect(sections()).toEqual(['false', 'false', 'false'])
  save()
  await screen.findByText('This is not valid JSON')
  await waitFor(() => expect(sections()).toEqual(['false', 'false', 'true']))
  expect(saves).toEqual([])
})
