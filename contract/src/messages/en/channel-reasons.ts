/**
 * Why a channel failed a test, or was switched automatically. `text` is the upstream's message. `path_missing` follows
 * a reason if the base URL of a custom channel has no path.
 */
export default {
  tests_slow_one: '{{tests, count}} test in a row took longer than {{limit}} s, the last one {{last}} s',
  tests_slow_other: '{{tests, count}} tests in a row took longer than {{limit}} s, the last one {{last}} s',
  balance_used_up: 'the balance is used up: {{balance}}',
  keys_off: 'all its keys are disabled; the last one was disabled: {{text}}',
  test_passed: 'a test passed',
  test_costly: 'a test of its models is costly; name a test model',
  upstream_said: '{{text}}',
  upstream_status: 'status {{status}}',
  upstream_status_said: 'status {{status}}: {{text}}',
  error_without_message: 'an error without a message',
  answer_not_json: 'the answer of the upstream is not JSON',
  answer_no_stream: 'the upstream answered without a stream',
  stream_cut: 'the stream ended before the answer was complete',
  answer_without_sound: 'the answer of the upstream contains no sound',
  answer_without_text: 'the answer of the upstream contains no text',
  answer_without_field: 'the answer of the upstream contains no {{field}}',
  path_missing:
    'The base URL does not name the path of a call. A custom channel is called at exactly this address; most upstreams need all of it, such as https://api.example.com/v1/chat/completions.',
} as const
