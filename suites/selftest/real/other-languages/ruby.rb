# Validators of Ruby. Reads "<name> <base64 of a URL>" line by line, and writes what is stored, in base64, or "-".
require "base64"
require "uri"

VALIDATORS = {
  "URI::HTTPS" => ->(url) { url if URI.parse(url).is_a?(URI::HTTPS) },
  "URI::HTTPS with a host" => ->(url) { reading = URI.parse(url); url if reading.is_a?(URI::HTTPS) && reading.host.to_s != "" },
  "URI, stored by to_s" => ->(url) { reading = URI.parse(url.strip); reading.to_s if reading.is_a?(URI::HTTPS) && reading.host.to_s != "" },
  "a pattern between ^ and $" => ->(url) { url if url.match?(%r{^https://[\w.-]+([/?].*)?$}) },
  "a pattern between \\A and \\z" => ->(url) { url if url.match?(/\A#{URI.regexp(["https"])}\z/) },
}

begin
  require "addressable/uri"
  addressable = ->(url) { reading = Addressable::URI.parse(url); reading if reading.scheme == "https" && reading.host.to_s != "" }
  VALIDATORS["Addressable"] = ->(url) { url if addressable.call(url) }
  VALIDATORS["Addressable, normalized"] = ->(url) { addressable.call(url)&.normalize&.to_s }
rescue LoadError
end

begin
  require "active_model"
  MODEL = Class.new do
    include ActiveModel::Validations
    attr_accessor :callback_url
    validates :callback_url, format: { with: URI::DEFAULT_PARSER.make_regexp(["https"]), multiline: true }
    def self.name = "Registration"
  end
  VALIDATORS["Active Model, the format of its guides"] = lambda do |url|
    model = MODEL.new
    model.callback_url = url
    url if model.valid?
  end
rescue LoadError
end

$stdout.sync = true
puts VALIDATORS.keys.join("\t")
$stdin.each_line(chomp: true) do |line|
  name, text = line.split("\t", 2)
  kept = begin
    VALIDATORS.fetch(name).call(Base64.decode64(text.to_s).force_encoding("UTF-8"))
  rescue URI::Error, ArgumentError, (defined?(Addressable) ? Addressable::URI::InvalidURIError : URI::Error)
    nil
  end
  puts kept.nil? ? "-" : Base64.strict_encode64(kept)
end
