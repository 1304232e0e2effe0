import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Validators of Java. Reads "name, tab, base64 of a URL" line by line, and writes what is stored, in base64, or "-". */
class Java {
  interface Validator {
    String stored(String url) throws Exception;
  }

  static final Map<String, Validator> VALIDATORS = new LinkedHashMap<>();

  static {
    VALIDATORS.put("URI with scheme and host", url -> isHttps(URI.create(url)) ? url : null);
    VALIDATORS.put("URI, its scheme alone", url -> "https".equals(URI.create(url).getScheme()) ? url : null);
    VALIDATORS.put("URI, stored by toASCIIString", url -> isHttps(URI.create(url)) ? URI.create(url).toASCIIString() : null);
    VALIDATORS.put("URI, normalized", url -> isHttps(URI.create(url)) ? URI.create(url).normalize().toString() : null);
    VALIDATORS.put("URL, its protocol alone", url -> new URL(url).getProtocol().equals("https") ? url : null);
    VALIDATORS.put("URL with protocol and host", url -> isHttps(new URL(url)) ? url : null);
    VALIDATORS.put("URL by way of toURI", url -> isHttps(new URL(url).toURI()) ? url : null);
    try {
      Class<?> type = Class.forName("org.apache.commons.validator.routines.UrlValidator");
      Object schemes = Array.newInstance(String.class, 1);
      Array.set(schemes, 0, "https");
      Object strict = type.getConstructor(schemes.getClass()).newInstance(schemes);
      Object mild = type.getConstructor(schemes.getClass(), long.class).newInstance(schemes, type.getField("ALLOW_2_SLASHES").getLong(null));
      Method isValid = type.getMethod("isValid", String.class);
      VALIDATORS.put("Apache Commons UrlValidator", url -> (Boolean) isValid.invoke(strict, url) ? url : null);
      VALIDATORS.put("Apache Commons UrlValidator, ALLOW_2_SLASHES", url -> (Boolean) isValid.invoke(mild, url) ? url : null);
    } catch (ReflectiveOperationException absent) {
      // Then it is not judged.
    }
  }

  static boolean isHttps(URI uri) {
    return "https".equalsIgnoreCase(uri.getScheme()) && uri.getHost() != null && !uri.getHost().isEmpty();
  }

  static boolean isHttps(URL url) {
    return url.getProtocol().equals("https") && !url.getHost().isEmpty();
  }

  public static void main(String[] arguments) throws Exception {
    System.out.println(String.join("\t", VALIDATORS.keySet()));
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] parts = line.split("\t", 2);
      System.out.println(stored(VALIDATORS.get(parts[0]), new String(Base64.getDecoder().decode(parts[1]), StandardCharsets.UTF_8)));
    }
  }

  static String stored(Validator validator, String url) {
    try {
      String kept = validator.stored(url);
      return kept == null ? "-" : Base64.getEncoder().encodeToString(kept.getBytes(StandardCharsets.UTF_8));
    } catch (Exception refused) {
      return "-";
    }
  }
}
