/** No test speaks TLS, and each of thousands of node processes would read the certificates at its start: 40 of its 60 ms. */
export default function noExtraCertificates(): void {
  delete process.env.NODE_EXTRA_CA_CERTS;
}
