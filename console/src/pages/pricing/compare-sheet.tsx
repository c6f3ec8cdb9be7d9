import Close from '@ant-design/icons-svg/es/asn/CloseOutlined'
import type { Pricing, PricingRow } from '@sluice/contract/pricing'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { formatDuration, formatNumber, formatPercent } from '../../lib/format.ts'
import { formatList } from '../../lib/format-list.ts'
import { modelParams } from '../../lib/model-address.ts'
import { Link } from '../../lib/page-router.tsx'
import { siteHealthQuery } from '../../lib/site-health.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { amountText } from './amount-text.ts'
import css from './compare.module.css'
import { useModelSpeeds } from './measured.tsx'
import { lineOf, type PriceLine, priceLines } from './price-lines.ts'
import type { Compared } from './use-compared.ts'

interface CompareSheetProps {
  compared: Compared
  pricing: Pricing
  group: string
}

interface FactLine {
  key: string
  label: string
  /** Of each model, in their order; null = unknown. */
  values: (ReactNode | null)[]
}

/** The chosen models beside each other: prices in the group, what they take, and what was measured. */
export function CompareSheet({ compared, pricing, group }: CompareSheetProps) {
  const { t } = useTranslation('pricing')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // A dialog that is open already refuses.
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])
  const rows = compared.names.flatMap((name) => pricing.data.find(({ model_name: known }) => known === name) ?? [])
  const lines = useFactLines(rows, { group, ratio: pricing.group_ratio[group] ?? 1 })
  const { ref: scroll, isCut, measure } = useIsCut()
  const close = () => compared.setOpen(false)
  return (
    <dialog ref={dialog} className={css.sheet} aria-labelledby="compare-title" onClose={close}>
      <header>
        <h2 id="compare-title">{t('compare.title')}</h2>
        <PlainButton
          kind="text"
          icon={<PlainIcon of={Close} />}
          aria-label={t('compare.close')}
          onClick={() => dialog.current?.close()}
        />
      </header>
      {isCut && <p className={css.more}>{t('compare.more', { count: rows.length })} →</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <div ref={scroll} className={css.scroll} tabIndex={0} onScroll={measure}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('compare.group', { group })}</th>
              {rows.map((row) => (
                <th key={row.model_name} scope="col">
                  <ModelName row={row} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, label, values }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {values.map((value, index) => (
                  <td key={rows[index]?.model_name}>{value ?? '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>{t('compare.note')}</p>
    </dialog>
  )
}

/** Whether a part of the table is out of sight at the right. */
function useIsCut() {
  const ref = useRef<HTMLDivElement>(null)
  const [isCut, setIsCut] = useState(false)
  const measure = useCallback(() => {
    const box = ref.current
    if (box !== null) setIsCut(box.scrollLeft + box.clientWidth < box.scrollWidth - 8)
  }, [])
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    // The table grows as its measurements arrive.
    for (const box of [ref.current, ref.current?.firstElementChild]) if (box) observer.observe(box)
    return () => observer.disconnect()
  }, [measure])
  return { ref, isCut, measure }
}

function ModelName({ row }: { row: PricingRow }) {
  return (
    <Link to="/models/$model/$" params={modelParams(row.model_name)}>
      <VendorMark model={row.model_name} vendor={row.owner_by} icon={row.icon} /> {row.model_name}
    </Link>
  )
}

function useFactLines(rows: readonly PricingRow[], { group, ratio }: { group: string; ratio: number }): FactLine[] {
  const { t, i18n } = useTranslation('pricing')
  const format = useQuotaFormat()
  const speeds = useModelSpeeds(24)
  const { data: health } = useQuery({ ...siteHealthQuery, throwOnError: false })
  const prices = rows.map((row): PriceLine[] => {
    return row.is_priced && row.enable_groups.includes(group) ? priceLines(row, ratio) : []
  })
  const parts = [...new Set(prices.flatMap((lines) => lines.map(({ part }) => part)))]
  const fact = (key: FactLine['key'], label: string, of: (row: PricingRow) => ReactNode | null): FactLine => ({
    key,
    label,
    values: rows.map(of),
  })
  const tokens = (count: number | undefined) => (count === undefined ? null : formatNumber(count))
  const listed = (names: readonly string[] | undefined) =>
    names === undefined || names.length === 0 ? null : formatList([...names], i18n.resolvedLanguage)
  return [
    ...parts.map((part) => ({
      key: `price ${part}`,
      label: t(`part.${part}`),
      values: prices.map((lines) => {
        const line = lineOf(lines, part)
        return line ? <b>{amountText(part, line.own, format)}</b> : null
      }),
    })),
    fact('context', t('details.context'), (row) => tokens(row.context_tokens)),
    fact('output', t('details.maxOutput'), (row) => tokens(row.max_output_tokens)),
    fact('inputs', t('compare.inputs'), (row) => listed(row.input_modalities?.map((name) => t(`modality.${name}`)))),
    fact('abilities', t('compare.abilities'), (row) => listed(row.abilities?.map((name) => t(`ability.${name}`)))),
    fact('first', t('compare.firstToken'), ({ model_name: name }) => {
      const ms = health?.models.find((model) => model.model_name === name)?.first_token_ms
      return ms === undefined ? null : formatDuration(ms)
    }),
    fact('speed', t('measured.speed'), ({ model_name: name }) => {
      const tps = speeds?.get(name)?.avg_tps ?? 0
      return tps > 0 ? t('measured.speedValue', { number: formatNumber(tps, 1) }) : null
    }),
    fact('success', t('measured.availability'), ({ model_name: name }) => {
      const rate = speeds?.get(name)?.success_rate
      return rate === undefined ? null : formatPercent(rate)
    }),
  ]
}
