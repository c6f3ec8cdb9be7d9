import type { DoctorCheck, DoctorClient, DoctorPair, DoctorResult } from '@sluice/contract/channel-doctor'
import { Spin } from 'antd'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { VendorMark } from '../../../components/vendor-mark/vendor-mark.tsx'
import css from './doctor.module.css'
import { keyOfPair, type Tested } from './doctor-results.ts'

/** A block for each model: its clients below each other, a column for each check, and what was found in words. */
export function DoctorMatrix({ tested: { models, clients, checks, pairs } }: { tested: Tested }) {
  const { t } = useTranslation('channel-doctor')
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
  const results = pair?.results ?? []
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const name = t(`client.${client}`)
  return (
    <Fragment>
      <tr>
        <th scope="row">{name}</th>
        {checks.map((check) => (
          <Cell
            key={check}
            check={check}
            result={results.find((one) => one.check === check)}
            isRunning={pair?.state === 'running'}
          />
        ))}
      </tr>
      {(failed.length > 0 || pair?.state === 'refused') && (
        <tr className={css.findings}>
          <td colSpan={checks.length + 1}>
            {pair?.state === 'refused' && <p>{t('refused', { client: name })}</p>}
            {failed.map((result) => (
              <p key={result.check}>{lineOf(result)}</p>
            ))}
          </td>
        </tr>
      )}
    </Fragment>
  )

  function lineOf({ check, finding, detail }: DoctorResult): string {
    const words = {
      client: name,
      check: t(`check.${check}`),
      finding: finding === null ? t('outcome.failed') : t(`finding.${finding}`),
    }
    return detail === '' ? t('line', words) : t('lineWith', { ...words, detail })
  }
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
