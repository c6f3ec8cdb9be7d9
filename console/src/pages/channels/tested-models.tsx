import { Button, Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import css from './channel-test.module.css'
import channels from './channels.module.css'
import { TestReason, TestStateTag, testFacts, useTestFact } from './model-test-facts.tsx'
import type { TestEntries, TestEntry } from './model-test-run.ts'

export interface TestListProps {
  models: readonly string[]
  entries: TestEntries
  chosen: ReadonlySet<string>
  isRunning: boolean
  onChoose(models: readonly string[], isChosen: boolean): void
  onTest(model: string): void
}

/** The models of a channel with the measured values of their tests. */
export function TestTable({ models, entries, chosen, ...rest }: TestListProps) {
  const { t } = useTranslation('channel-checks')
  const count = models.filter((model) => chosen.has(model)).length
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col" className={css.tick}>
            <Checkbox
              aria-label={t('test.chooseAll')}
              checked={count > 0 && count === models.length}
              indeterminate={count > 0 && count < models.length}
              onChange={(event) => rest.onChoose(models, event.target.checked)}
            />
          </th>
          <th scope="col" className={css.model}>
            {t('test.column.model')}
          </th>
          <th scope="col" className={css.state}>
            {t('test.column.state')}
          </th>
          {testFacts.map((fact) => (
            <th key={fact} scope="col">
              {t(`test.column.${fact}`)}
            </th>
          ))}
          <th scope="col" aria-label={t('test.action')} />
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <TestRow key={model} {...rest} model={model} entry={entries[model]} isChosen={chosen.has(model)} />
        ))}
      </tbody>
    </table>
  )
}

interface ItemProps extends Pick<TestListProps, 'isRunning' | 'onChoose' | 'onTest'> {
  model: string
  entry: TestEntry | undefined
  isChosen: boolean
}

/** A test without an answer has only a duration. Its reason takes the space of the other values. */
const [firstFact, ...measuredFacts] = testFacts

function TestRow({ model, entry, ...rest }: ItemProps) {
  const factOf = useTestFact()
  return (
    <tr>
      <td className={css.tick}>
        <Tick model={model} {...rest} />
      </td>
      <th scope="row" className={css.model}>
        <code>{model}</code>
      </th>
      <td className={css.state} role="status">
        <TestStateTag entry={entry} />
      </td>
      {entry?.result?.ok === false ? (
        <>
          <td>{factOf(firstFact, entry)}</td>
          <td colSpan={measuredFacts.length} className={css.why}>
            <TestReason entry={entry} />
          </td>
        </>
      ) : (
        testFacts.map((fact) => <td key={fact}>{factOf(fact, entry)}</td>)
      )}
      <td>
        <TestButton model={model} entry={entry} {...rest} />
      </td>
    </tr>
  )
}

/** The same as cards, for phones. */
export function TestCards({ models, entries, chosen, ...rest }: TestListProps) {
  return (
    <Stack as="ul" gap={0}>
      {models.map((model) => (
        <TestCard key={model} {...rest} model={model} entry={entries[model]} isChosen={chosen.has(model)} />
      ))}
    </Stack>
  )
}

function TestCard({ model, entry, ...rest }: ItemProps) {
  const { t } = useTranslation('channel-checks')
  const factOf = useTestFact()
  const known = testFacts.flatMap((fact) => {
    const value = factOf(fact, entry)
    return value === null ? [] : [{ fact, value }]
  })
  return (
    <li className={channels.dialogEntry}>
      <Row className={css.cardHead}>
        <Tick model={model} {...rest} />
        <code>{model}</code>
        <span role="status">
          <TestStateTag entry={entry} />
        </span>
        <TestButton model={model} entry={entry} {...rest} />
      </Row>
      <TestReason entry={entry} />
      {known.length > 0 && (
        <Row as="dl" gap={[2, 12]} align="stretch" wrap className={css.facts}>
          {known.map(({ fact, value }) => (
            <div key={fact}>
              <dt>{t(`test.column.${fact}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Row>
      )}
    </li>
  )
}

function Tick({ model, isChosen, onChoose }: Pick<ItemProps, 'model' | 'isChosen' | 'onChoose'>) {
  const { t } = useTranslation('channel-checks')
  return (
    <Checkbox
      aria-label={t('test.choose', { name: model })}
      checked={isChosen}
      onChange={(event) => onChoose([model], event.target.checked)}
    />
  )
}

function TestButton({ model, entry, isRunning, onTest }: Omit<ItemProps, 'isChosen' | 'onChoose'>) {
  const { t } = useTranslation('channel-checks')
  return (
    <Button
      size="small"
      loading={entry?.state === 'running'}
      disabled={isRunning && entry?.state !== 'running'}
      aria-label={t('test.one', { name: model })}
      onClick={() => onTest(model)}
    >
      {t('test.action')}
    </Button>
  )
}
