import { isMainThread } from 'node:worker_threads';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeSDK } from '@opentelemetry/sdk-node';

// The threads that read documents load this file too.
if (isMainThread) {
  const sdk = new NodeSDK({
    serviceName: process.env.OTEL_SERVICE_NAME ?? 'agent-chat',
    // Sends to OTEL_EXPORTER_OTLP_ENDPOINT, by default a collector at http://localhost:4318.
    traceExporter: new OTLPTraceExporter(),
    // agent-chat makes its spans itself. Instrumentation of HTTP would record addresses and ids that they leave out.
    instrumentations: [],
  });
  sdk.start();

  // Sends the last spans once agent-chat has closed everything. Without a collector they are lost.
  process.once('beforeExit', () => sdk.shutdown().catch(() => {}));
}
