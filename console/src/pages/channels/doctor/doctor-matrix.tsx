import type { DoctorCheck, DoctorClient, DoctorPair, DoctorResult } from '@sluice/contract/channel-doctor'
import { Spin } from 'antd'
import { useTranslation } from 'react-i18next'
import { VendorMark } from '../../../components/vendor-mark/vendor-mark.tsx'
import { formatList } from '../../../lib/format-list.ts'
import css from './doctor.module.css'
import { failuresOf, keyOfPair, type Tested } from './doctor-results.ts'

/** A block for each model: its clients below each other, a column for each check, and what was found in words. */
export function DoctorMatrix({ tested }: { tested: Tested }) {
  const { t } = useTranslation('channel-doctor')
  const { models, clients, checks, pairs } = tested
  return (
    <table className={css.matrix} aria-label={t('tableLabel')}>
      <thead>
        <tr>
          <td />
          {checks.map((check) => (
            <th key={check} scope="col">
              {t(`check.${check}`)}
            </th>
          ))}
        </tr>
      </thead>
      {models.map((model) => (
        <tbody key={model}>
          <tr className={css.model}>
            <th scope="rowgroup" colSpan={checks.length + 1}>
              <VendorMark model={model} /> <code>{model}</code>
            </th>
          </tr>
          {clients.map((client) => (
            <ClientRow key={client} client={client} checks={checks} pair={pairs.get(keyOfPair({ model, client }))} />
          ))}
          <Findings model={model} tested={tested} />
        </tbody>
      ))}
    </table>
  )
}

interface ClientRowProps {
  client: DoctorClient
  checks: readonly DoctorCheck[]
  /** Absent = not tested. */
  pair: DoctorPair | undefined
}

function ClientRow({ client, checks, pair }: ClientRowProps) {
  const { t } = useTranslation('channel-doctor')
  return (
    <tr>
      <th scope="row">{t(`client.${client}`)}</th>
      {checks.map((check) => (
        <Cell
          key={check}
          check={check}
          result={pair?.results.find((one) => one.check === check)}
          isRunning={pair?.state === 'running'}
        />
      ))}
    </tr>
  )
}

/** What failed in words, each cause once. */
function Findings({ model, tested }: { model: string; tested: Tested }) {
  const { t, i18n } = useTranslation('channel-doctor')
  const refused = tested.clients.filter((client) => tested.pairs.get(keyOfPair({ model, client }))?.state === 'refused')
  const failures = failuresOf(model, tested)
  if (refused.length === 0 && failures.length === 0) return null
  const list = (names: readonly string[]) => formatList(names, i18n.resolvedLanguage)
  const namesOf = (clients: readonly DoctorClient[]) => list(clients.map((client) => t(`client.${client}`)))
  const lines = failures.map(({ clients, checks, finding, detail }) => {
    const words = {
      client: namesOf(clients),
      check: list(checks.map((check) => t(`check.${check}`))),
      finding: finding === null ? t('outcome.failed') : t(`finding.${finding}`),
    }
    return detail === '' ? t('line', words) : t('lineWith', { ...words, detail })
  })
  if (refused.length > 0) lines.unshift(t('refused', { client: namesOf(refused) }))
  return (
    <tr className={css.findings}>
      <td colSpan={tested.checks.length + 1}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </td>
    </tr>
  )
}

const marks = { passed: '✓', failed: '✕', absent: '–', unknown: '–' } as const

interface CellProps {
  check: DoctorCheck
  result: DoctorResult | undefined
  isRunning: boolean
}

function Cell({ check, result, isRunning }: CellProps) {
  const { t } = useTranslation('channel-doctor')
  if (result === undefined)
    return <td className={css.cell}>{isRunning ? <Spin size="small" /> : <span aria-hidden>·</span>}</td>
  const words = t('cell', { check: t(`check.${check}`), outcome: t(`outcome.${result.outcome}`) })
  return (
    <td className={css.cell} data-outcome={result.outcome}>
      <span role="img" aria-label={words} title={words}>
        {marks[result.outcome]}
      </span>
    </td>
  )
}
