import { expect, test } from 'vitest'
import { isEmbedUrl } from './embed-url.ts'

test.each([
  'https://app.powerbi.com/reportEmbed?reportId=1',
  'https://msit.powerbi.com/reportEmbed',
  'https://app.powerbigov.us/reportEmbed',
  'https://app.fabric.microsoft.com/reportEmbed',
])('%s may be framed (§3.32)', address => {
  expect(isEmbedUrl(address)).toBe(true)
})

test.each([
  'http://app.powerbi.com/reportEmbed',
  'https://app.powerbi.com.evil.example/reportEmbed',
  'https://evilpowerbi.com/reportEmbed',
  'https://fabric.microsoft.com.evil.example/',
  'https://app.powerbi.com@evil.example/reportEmbed',
  'https://user:word@app.powerbi.com/reportEmbed',
  'https://app.powerbi.com:8443/reportEmbed',
  'javascript:alert(1)//app.powerbi.com',
  'data:text/html,app.powerbi.com',
  '//app.powerbi.com/reportEmbed',
  'https://127.0.0.1/reportEmbed',
  '',
])('%s may not (§3.32)', address => {
  expect(isEmbedUrl(address)).toBe(false)
})
