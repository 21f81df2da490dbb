/** The sliding log of `domain/rate-limit.ts` as one script of Redis or Valkey: one call is one atomic step. */

/** The clock of the server in microseconds. */
export const SERVER_CLOCK = "local clock = redis.call('TIME')\nlocal now = clock[1] * 1000000 + clock[2]";

/**
 * Keys: the admissions of one API key, and what this server remembers. Arguments: how many in a window, the window in
 * microseconds, which life of the server we talk to, and whether to `admit` or only to `look`.
 *
 * A server that was started again, or that another has followed, may have forgotten admissions, and so may one that was
 * emptied. It is known by another life, or by no memory of any: then no request is admitted until a whole window is over.
 *
 * After a clock went back, times move back with it; the last admission then counts as just now, so that no account gets more
 * than the limit, and none waits longer than a window.
 *
 * Answers 1 or 0 (or -1: unknown), how many more are free, and the microseconds until there are more.
 */
export const admissionScript = (clock: string): string => `
local log, memory = KEYS[1], KEYS[2]
local max, window, life = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
${clock}
local function written(time) return string.format('%.0f', time) end

local known = redis.call('HMGET', memory, 'life', 'since')
local since = tonumber(known[2] or now)
if known[1] ~= life or since > now then
  since = now
  redis.call('HSET', memory, 'life', life, 'since', written(now))
end
if since + window > now then return {-1, 0, since + window - now} end

local newest = tonumber(redis.call('LINDEX', log, -1) or now)
if newest > now then
  local times = redis.call('LRANGE', log, 0, -1)
  redis.call('DEL', log)
  for _, time in ipairs(times) do redis.call('RPUSH', log, written(tonumber(time) - (newest - now))) end
end
local oldest = tonumber(redis.call('LINDEX', log, 0) or now)
while oldest + window <= now do
  redis.call('LPOP', log)
  oldest = tonumber(redis.call('LINDEX', log, 0) or now)
end

local count = redis.call('LLEN', log)
if ARGV[4] == 'look' then return {0, max - count, count == 0 and 0 or oldest + window - now} end
if count >= max then return {0, 0, oldest + window - now} end
redis.call('RPUSH', log, written(now))
redis.call('PEXPIRE', log, written(window / 1000 + 1000))
return {1, max - count - 1, oldest + window - now}
`;

/** Said once by the first server that ever counts here for its database: there is nothing that could be forgotten. */
export const FIRST_LIFE_SCRIPT = `
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('HSET', KEYS[1], 'life', ARGV[1], 'since', '0') end
return 1
`;
