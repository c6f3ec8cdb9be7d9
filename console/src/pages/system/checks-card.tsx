import type { SystemCheckup } from '@sluice/contract/system'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Card, CardBody } from '../../components/card.tsx'
import { Row } from '../../components/layout.tsx'
import { StatusTag, type StatusTone } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { runChecks } from './queries.ts'
import css from './system.module.css'

type Finding = SystemCheckup['findings'][number]

const tones: Record<Finding['level'], StatusTone> = { ok: 'success', note: 'warning', problem: 'error' }
const order: readonly Finding['level'][] = ['problem', 'note', 'ok']

/** What `sluice doctor` checks, run by the server that answers. */
export function ChecksCard({ id }: { id: string }) {
  const { t } = useTranslation('system')
  const { mutate, isPending, data } = useMutation({ mutationFn: runChecks })
  return (
    <Card
      id={id}
      title={t('checks.title')}
      purpose={t('checks.purpose')}
      actions={
        <Button loading={isPending} onClick={() => mutate()}>
          {t(data ? 'checks.again' : 'checks.run')}
        </Button>
      }
    >
      <CardBody>{data && <Findings checkup={data} />}</CardBody>
    </Card>
  )
}

function Findings({ checkup: { checked_at, findings } }: { checkup: SystemCheckup }) {
  const { t } = useTranslation('system')
  const sorted = findings.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
  const problems = findings.filter(({ level }) => level === 'problem').length
  return (
    <>
      <p className={`${texts.note} ${css.head}`} role="status">
        {problems === 0 ? t('checks.sound') : t('checks.problems', { count: problems })} ·{' '}
        <TimeText seconds={checked_at} />
      </p>
      <ul className={css.findings}>
        {sorted.map((finding, index) => (
          // Several findings may have one code.
          <Row as="li" key={`${finding.code} ${index}`} align="start" gap={[4, 12]} wrap className={css.finding}>
            <span className={css.level}>
              <StatusTag tone={tones[finding.level]}>{t(`checks.levels.${finding.level}`)}</StatusTag>
            </span>
            <div className={css.found}>
              <span className={texts.strong}>{finding.check}</span>: {finding.found}
              {finding.advice !== '' && <p className={texts.second}>{finding.advice}</p>}
            </div>
          </Row>
        ))}
      </ul>
    </>
  )
}
