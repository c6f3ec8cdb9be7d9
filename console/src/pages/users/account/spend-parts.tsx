import type { DataPart } from '@sluice/contract/data'
import type { User } from '@sluice/contract/user'
import type { UserStatement } from '@sluice/contract/user-statement'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { Card, CardBody } from '../../../components/card.tsx'
import layout from '../../../components/layout.module.css'
import { Row, Stack } from '../../../components/layout.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import { QuotaText } from '../../../components/quota-text.tsx'
import texts from '../../../components/text.module.css'
import { formatNumber } from '../../../lib/format.ts'
import { spendQuery } from './queries.ts'

interface SpendPartsProps {
  user: User
  statement: UserStatement
  by: 'token' | 'model'
}

/** Where the charges of the statement went: by API token, or by model. A name opens its calls in the usage log. */
export function SpendParts({ user, statement: { start, end }, by }: SpendPartsProps) {
  const { t } = useTranslation('account')
  const times = { start_timestamp: start, end_timestamp: end }
  const query = useQuery(spendQuery(user.username, times, by))
  return (
    <Card title={t(`spend.${by}`)}>
      <LoadState query={query} rows={4}>
        {({ parts, others, sums }) => (
          <CardBody>
            {parts.length === 0 && <p className={texts.help}>{t('spend.nothing')}</p>}
            <Stack as="ol" gap={10}>
              {parts.map((part) => {
                const name = by === 'token' ? (part.token_name ?? '') : (part.model_name ?? '')
                const search =
                  by === 'token' ? { token_name: part.token_name ?? '' } : { model_name: part.model_name ?? '' }
                return (
                  <Row
                    as="li"
                    gap={[2, 12]}
                    wrap
                    justify="between"
                    key={by === 'token' ? part.token_id : part.model_name}
                  >
                    {name === '' ? (
                      <span className={texts.faint}>{t('spend.noKey')}</span>
                    ) : (
                      <Link to="/log" search={{ username: user.username, ...times, ...search }} className={texts.cut}>
                        {name}
                      </Link>
                    )}
                    <PartFigures part={part} whole={sums.quota} />
                  </Row>
                )
              })}
              {others !== null && (
                <Row as="li" gap={[2, 12]} wrap justify="between">
                  <span className={texts.faint}>{t('spend.others', { count: others.count })}</span>
                  <PartFigures part={others} whole={sums.quota} />
                </Row>
              )}
            </Stack>
          </CardBody>
        )}
      </LoadState>
    </Card>
  )
}

function PartFigures({ part, whole }: { part: Pick<DataPart, 'quota' | 'calls'>; whole: number }) {
  const { t } = useTranslation('account')
  const share = whole > 0 ? Math.min(1, Math.max(0, part.quota / whole)) : 0
  return (
    <>
      <Row as="span" gap={10} inline>
        <span className={texts.faint}>{t('line.calls', { count: part.calls, number: formatNumber(part.calls) })}</span>
        <QuotaText value={part.quota} />
      </Row>
      <span aria-hidden className={layout.ownLine}>
        <Progress percent={share * 100} size="small" status="normal" showInfo={false} />
      </span>
    </>
  )
}
