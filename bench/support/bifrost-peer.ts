/** Bifrost with its two SQLite databases: virtual keys with budgets, governance and its log of requests (without texts). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port.ts';
import { type Customer, MODEL, type MoneyPeer, type PeerPlace, PeerProcess } from './money-peers.ts';

const DOLLARS_PER_TOKEN = 0.000001;

type VirtualKey = {
  readonly id: string;
  readonly value: string;
  readonly budgets: readonly { readonly current_usage: number }[];
};

export class BifrostPeer extends PeerProcess implements MoneyPeer {
  readonly name = 'Bifrost';
  readonly #place: PeerPlace;
  readonly #program: string;
  #customers = 0;

  static async at(place: PeerPlace): Promise<BifrostPeer> {
    const program = process.env.BIFROST;
    if (!program) throw new Error('BIFROST=<path> names its program; docs/comparison.md says how it is built.');
    return new BifrostPeer(await freePort(), { place, program });
  }

  private constructor(port: number, { place, program }: { readonly place: PeerPlace; readonly program: string }) {
    super(port);
    this.#place = place;
    this.#program = program;
  }

  async start(): Promise<void> {
    const { folder, core } = this.#place;
    mkdirSync(folder, { recursive: true });
    const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value));
    const price = { input_cost_per_token: DOLLARS_PER_TOKEN, output_cost_per_token: DOLLARS_PER_TOKEN };
    write('prices.json', { [MODEL]: { provider: 'openai', mode: 'chat', ...price } });
    write('parameters.json', {});
    write('config.json', this.#config());
    const words = ['-app-dir', folder, '-host', '127.0.0.1', '-port', String(this.port), '-log-level', 'error'];
    await this.run([this.#program, ...words], { core });
  }

  async newCustomer(budgetTokens: number): Promise<Customer> {
    const { id, value } = await this.#ask('POST', 'virtual-keys', {
      name: `customer ${++this.#customers}`,
      provider_configs: [{ provider: 'openai', allowed_models: ['*'], key_ids: ['*'], weight: 1 }],
      budgets: [{ max_limit: budgetTokens * DOLLARS_PER_TOKEN, reset_duration: '1M' }],
    });
    const billed = async () => {
      // What it has in memory: the database has it up to ten seconds later.
      const { budgets } = await this.#ask('GET', `virtual-keys/${id}?from_memory=true`);
      return Math.round(budgets[0]!.current_usage / DOLLARS_PER_TOKEN);
    };
    return { key: value, billed };
  }

  #config(): object {
    const { folder, upstreamUrl } = this.#place;
    const database = (name: string) => ({ enabled: true, type: 'sqlite', config: { path: join(folder, name) } });
    const file = (name: string) => `file://${join(folder, name)}`;
    const network = { base_url: upstreamUrl.replace(/\/v1$/, ''), max_retries: 0 };
    return {
      client: { enable_logging: true, disable_content_logging: true, enforce_auth_on_inference: true },
      providers: {
        openai: {
          keys: [{ name: 'main', value: 'x', models: ['*'], weight: 1 }],
          network_config: network,
          concurrency_and_buffer_size: { concurrency: 1000, buffer_size: 5000 },
        },
      },
      config_store: database('config.db'),
      logs_store: database('logs.db'),
      // It would fetch the prices of known models.
      framework: {
        pricing: {
          pricing_url: file('prices.json'),
          model_parameters_url: file('parameters.json'),
          mcp_library_sync_interval: 0,
          live_models_sync_interval: 0,
        },
      },
    };
  }

  async #ask(method: string, path: string, body?: object): Promise<VirtualKey> {
    const response = await fetch(`${this.url}/api/governance/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { virtual_key: key } = (await response.json()) as { readonly virtual_key?: VirtualKey };
    if (!key) throw new Error(`Bifrost refuses ${method} ${path} with ${response.status}.`);
    return key;
  }
}
