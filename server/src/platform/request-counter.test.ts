import { expect, test } from 'bun:test'
import { createMetrics } from './metrics.ts'

test('requests are counted by area and status class, their times in cumulative buckets', async () => {
  const metrics = createMetrics()
  metrics.countRequest('relay', 200, 0.001)
  metrics.countRequest('relay', 201, 0.3)
  metrics.countRequest('relay', 503, 90)
  metrics.countRequest('console', 200, 0.005)
  const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('sluice_http'))
  expect(lines).toContain('sluice_http_requests_total{area="relay",status="2xx"} 2')
  expect(lines).toContain('sluice_http_requests_total{area="relay",status="5xx"} 1')
  const bucket = (le: string, labels: string) =>
    lines.find((line) => line.startsWith(`sluice_http_request_seconds_bucket{le="${le}",${labels}}`))
  expect(bucket('0.005', 'area="relay",status="2xx"')).toEndWith(' 1')
  expect(bucket('0.5', 'area="relay",status="2xx"')).toEndWith(' 2')
  expect(bucket('60', 'area="relay",status="5xx"')).toEndWith(' 0')
  expect(bucket('+Inf', 'area="relay",status="5xx"')).toEndWith(' 1')
  expect(bucket('0.005', 'area="console",status="2xx"')).toEndWith(' 1')
  expect(lines).toContain('sluice_http_request_seconds_sum{area="relay",status="5xx"} 90')
  expect(lines).toContain('sluice_http_request_seconds_count{area="relay",status="2xx"} 2')
})
